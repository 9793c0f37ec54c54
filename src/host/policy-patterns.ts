import type {Service} from '../api/operation.ts';
import {nearestNames} from '../base/nearest.ts';
import {matchesGlob, type Policy, titlesOf} from './policy.ts';

/** Problems with the patterns of a policy; sentence fragments. */
export interface PolicyFindings {
  /** Typing errors: all requests are denied. */
  readonly problems: readonly string[];
  /** Patterns probably meant to match something here that do not: writes are denied. */
  readonly mistakes: readonly string[];
  /** Patterns about operations of other programs: a warning with every write. */
  readonly notes: readonly string[];
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];

/** Groups that only the services have, with names similar to groups here: not typing errors. */
const groupsElsewhere: ReadonlySet<string> = new Set(['issue', 'projects', 'status', 'workflow']);

/** First words of patterns about all or some operations rather than a group. */
const notGroups =
  /^(?:all|any|every\w*|none?|reads?|writes?|get|list|create|update|edit|delete|remove|add|set|put|post|patch)$/i;

/** Classify the patterns of a policy that match no operation (contract 8.7). */
export function classifyPatterns(service: Service, {allowed = [], denied}: Policy): PolicyFindings {
  const problems: string[] = [];
  const mistakes: string[] = [];
  const notes: string[] = [];
  if (allowed.length + denied.length === 0) return {problems, mistakes, notes};
  const titles = [...titlesOf(service), ...methods.map(method => `raw ${method}`)];
  const others = titlesOf(service === 'tracker' ? 'content' : 'tracker');
  const look = (member: string, globs: readonly string[]): void => {
    for (const glob of globs) {
      if (titles.some(title => matchesGlob(glob, title))) continue;
      const pattern = `${member} has "${glob}"`;
      const isElsewhere = others.some(title => matchesGlob(glob, title));
      const meant = isElsewhere ? undefined : findMeant(glob, titles);
      if (glob.trim() === '') problems.push(`${member} contains an empty string`);
      else if (meant !== undefined) {
        problems.push(`${pattern}, which is not an operation (did you mean "${meant}"?)`);
      } else if (isElsewhere || isAboutOthers(glob, titles)) {
        notes.push(`${pattern}, which is not an operation of this program`);
      } else mistakes.push(`${pattern}, which matches no operation`);
    }
  };
  look('allowed_operations', allowed);
  look('denied_operations', denied);
  return {problems, mistakes, notes};
}

/** Whether a pattern is well-formed, and its group does not exist here. */
function isAboutOthers(glob: string, titles: readonly string[]): boolean {
  const [, group] = /^([^\s,;|&]+) [^\s,;|&]+$/.exec(glob) ?? [];
  if (group === undefined || notGroups.test(group)) return false;
  return !titles.some(title => matchesGlob(`${group} *`, title));
}

/** Suggest the operation that an unmatched pattern is likely to mean. */
function findMeant(glob: string, titles: readonly string[]): string | undefined {
  const words = glob.split(/[\s.:/_]+/).filter(word => word !== '');
  // jr version delete
  if (words.length > 1 && /^(?:jr|cf)$/i.test(words[0] ?? '')) words.shift();
  const [first = '', second, ...more] = words;
  const fits = (pattern: string) => titles.some(title => matchesGlob(pattern, title));
  const joined = titles.find(title => title.replace(' ', '-') === glob.toLowerCase());
  if (joined !== undefined) return joined;
  // project.delete, "project  delete", "delete project", "project"
  const spaced = words.join(' ');
  if (fits(spaced)) return spaced;
  const swapped = `${second} ${first}`;
  if (second === undefined) {
    return [`${first} *`, `* ${first}`].find(fits) ?? nearTitle(first, '*', titles);
  }
  if (more.length === 0 && /\w/.test(second) && fits(swapped)) return swapped;
  const method = methods.find(one => one === first.toUpperCase());
  if (method !== undefined) return `raw ${method}`;
  // Names never contain the alternatives of other glob syntaxes: version {get,delete}
  if (/[(){}|]/.test(second) && fits(`${first} *`)) return `${first} *`;
  return nearTitle(first, second, titles);
}

/** The first title similar to a pattern; the second word unchanged if it is a glob. */
function nearTitle(first: string, second: string, titles: readonly string[]): string | undefined {
  const pairs = titles.map(title => title.split(' '));
  const groups = [...new Set(pairs.map(([group = '']) => group))];
  const isGroup = groups.some(group => matchesGlob(first, group));
  const near = isGroup
    ? groups.filter(group => matchesGlob(first, group))
    : nearestNames(first, groups);
  const bare = second.replace(/[*?[\]]/g, '');
  for (const group of near) {
    const names = pairs.filter(([own]) => own === group).map(([, name = '']) => name);
    const exact = names.some(name => matchesGlob(second, name));
    if (exact && (bare !== '' || !groupsElsewhere.has(first))) return `${group} ${second}`;
    if (groupsElsewhere.has(first) || bare === '') continue;
    const [name] = nearestNames(bare, names);
    if (name !== undefined) return `${group} ${name}`;
  }
  return undefined;
}
