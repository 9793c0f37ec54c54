/** Compare two versions like 1.2.0; prereleases are not supported. */
function isLater(version, current) {
  const [one, other] = [version, current].map(text => text.split('.').map(Number));
  const at = one.findIndex((part, i) => part !== other[i]);
  return at !== -1 && one[at] > other[at];
}

/**
 * Check whether a release can be made.
 *
 * @returns the problems, as sentences
 */
export function checkRelease({version, current, changelog, changes}) {
  const problems = [];
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    problems.push(`"${version}" is not a version: write it like 1.2.0.`);
  } else if (!isLater(version, current)) {
    problems.push(`${version} is not later than ${current}.`);
  }
  if (changes !== '') problems.push(`The working tree has changes; commit them first:\n${changes}`);
  if (unreleased(changelog) === '') {
    problems.push('CHANGELOG.md has nothing under Unreleased.');
  }
  return problems;
}

/** The entries of the changelog under Unreleased. */
export function unreleased(changelog) {
  const [, rest = ''] = changelog.split('\n## [Unreleased]\n');
  return (rest.split(/\n## \[/)[0] ?? '').trim();
}

/** Turn the section Unreleased into that of a version, below a new empty one. */
export function releasedChangelog(changelog, version, date) {
  const heading = '\n## [Unreleased]\n';
  return changelog.replace(heading, () => `${heading}\n## [${version}] - ${date}\n`);
}

/** The links that a registry shows, as far as package.json lacks them. */
export function missingLinks(manifest) {
  return ['repository', 'homepage', 'bugs'].filter(name => manifest[name] === undefined);
}
