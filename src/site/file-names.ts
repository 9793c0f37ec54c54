/** Names that Windows reserves for devices. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Lower case letters and digits with dashes: `Software teams` → `software-teams`; may be empty. */
function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{Mark}/gu, '');
  const slug = plain.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return slug.slice(0, 60).replaceAll(/^-+|-+$/g, '');
}

/**
 * Choose the name of a new file without extension. Names with equal or empty slugs get a number;
 * the name of the object itself is a member of its file.
 *
 * @param taken names of files in the folder, in lower case
 */
export function fileNameOf(name: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(name);
  const base = slug === '' || reserved.test(slug) ? `object${slug && '-'}${slug}` : slug;
  let free = base;
  for (let n = 2; taken.has(free); n++) free = `${base}-${n}`;
  return free;
}
