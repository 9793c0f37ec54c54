import {findOperation, groupNames, operationsOf} from '../api/catalogue.ts';
import type {Operation, OperationEffect, Service} from '../api/operation.ts';
import {fillTemplate, sourceOf} from '../api/operation-ref.ts';
import type {Failure} from '../base/failure.ts';
import {nearestNames} from '../base/nearest.ts';
import {isCommandOf} from './builtin.ts';
import type {CommandContext} from './context.ts';
import {wrongLine} from './scan.ts';

type Where = Pick<CommandContext, 'program' | 'service'>;

/**
 * A failure for an unknown group or command; suggests the nearest names, the group of an operation,
 * or `raw`.
 */
export function unknownCommand(
  word: string,
  builtinNames: readonly string[],
  {program, service}: Where,
  next?: string,
): Failure {
  const own = builtinNames.filter(name => isCommandOf(service, name));
  const names = [...new Set([...groupNames(service, {extras: true}), ...own])];
  const near = nearestNames(word, names);
  const other: Service = service === 'tracker' ? 'content' : 'tracker';
  const elsewhere =
    groupNames(other, {extras: true}).includes(word) ||
    (builtinNames.includes(word) && !own.includes(word));
  const otherProgram = program === 'jr' ? 'cf' : 'jr';
  const form = rawFormOf(service, word);
  const advice = adviceFor(service, word, next);
  return wrongLine(
    `${program} has no command "${word}".`,
    advice ??
      (elsewhere
        ? `Use ${otherProgram} ${word}.`
        : form !== undefined
          ? `steward has no command for this, but the API does: ${program} ${form}`
          : near.length > 0
            ? `Did you mean ${near.join(' or ')}?`
            : `${program} --help lists the groups.`),
  );
}

/** Whether the failure for unknown words names an equivalent. */
export function knowsEquivalent(service: Service, word: string, next?: string): boolean {
  const names = groupNames(service, {extras: true});
  if (!isCommandOf(service, word)) return true;
  if (names.includes(word)) return commandsForSynonym(service, word, next ?? '').length > 0;
  const advice = adviceFor(service, word, next) ?? rawFormOf(service, word);
  return advice !== undefined && next === undefined;
}

/**
 * A failure for an unknown operation of a group; suggests the nearest names, a synonym, or the
 * group that has it.
 */
export function unknownOperation(group: string, word: string, {program, service}: Where): Failure {
  const names = operationsOf(service, group, {extras: true}).map(({name}) => name);
  const like = nearestNames(word, names);
  const near = like.length > 0 ? like : commandsForSynonym(service, group, word);
  const holders = groupNames(service, {extras: true}).filter(other =>
    findOperation(service, other, word),
  );
  return wrongLine(
    `${program} ${group} has no operation "${word}".`,
    near.length > 0
      ? `Did you mean ${near.map(name => `${group} ${name}`).join(' or ')}?`
      : holders.length > 0 && holders.length <= 3
        ? `Other groups have "${word}": ${holders.map(holder => `${holder} ${word}`).join(', ')}.`
        : `Operations: ${names.join(', ')}.`,
  );
}

/** A failure for a group without an operation. */
export function missingOperation(group: string, {program, service}: Where): Failure {
  const names = operationsOf(service, group, {extras: true}).map(({name}) => name);
  return wrongLine(
    `${program} ${group} requires an operation.`,
    `Operations: ${names.join(', ')}. ${program} ${group} --help describes them.`,
  );
}

/** Operations that a word means although none has that name. */
interface Meaning {
  readonly words: readonly string[];
  readonly effects: readonly OperationEffect[];
  /** Only lists, or only non-lists; absent for both. */
  readonly isList?: boolean;
}

/** Words of the shell and of other programs for kinds of operations. */
const meanings: readonly Meaning[] = [
  {words: ['list', 'ls', 'all', 'find', 'search', 'query'], effects: ['read'], isList: true},
  {words: ['show', 'view', 'get', 'describe', 'info', 'read'], effects: ['read'], isList: false},
  {words: ['add', 'create', 'new', 'make'], effects: ['create']},
  {
    words: ['edit', 'set', 'update', 'change', 'modify', 'rename'],
    effects: ['update', 'replaceAll'],
  },
  {words: ['rm', 'remove', 'delete', 'del', 'destroy'], effects: ['delete', 'trash']},
];

/**
 * The operations of a group that a word of other programs means: `list` of project is `search`.
 * Prefers operations on the group's own entity to those on a part of it, and current ones to
 * deprecated ones.
 *
 * @returns names; none for an unknown word
 */
function commandsForSynonym(service: Service, group: string, word: string): readonly string[] {
  const meant = meanings.find(({words}) => words.includes(word.toLowerCase()));
  if (meant === undefined) return [];
  const found = operationsOf(service, group, {extras: true})
    .filter(operation => fits(operation, meant))
    .map(operation => ({name: operation.name, depth: depthOf(operation)}));
  const least = Math.min(...found.map(({depth}) => depth));
  return found.filter(({depth}) => depth === least).map(({name}) => name);
}

function fits({effect, items, path}: Operation, {effects, isList}: Meaning): boolean {
  if (!effects.includes(effect)) return false;
  // A list within one entity is not the list of entities.
  if (isList) return items !== undefined && !path.includes('{');
  return isList === undefined || items === undefined;
}

/** Deeper paths are about parts; prefer a paginated list. */
function depthOf({path, paging, deprecated}: Operation): number {
  const holes = path.split('{').length - 1;
  const own = holes * 100 + path.split('/').length * 10;
  return own + (deprecated ? 1000 : 0) - (paging && paging.kind !== 'cut' ? 15 : 0);
}

/** Resources of the service that the catalogue lacks: name → the `raw` request for it. */
const beyond: Readonly<Record<Service, Readonly<Record<string, string>>>> = {
  tracker: {
    issue: 'raw GET /rest/api/3/issue/HPAY-1',
    search: "raw GET /rest/api/3/search/jql --query 'jql=project = HPAY'",
    jql: "raw GET /rest/api/3/search/jql --query 'jql=project = HPAY'",
    workflow: 'raw GET /rest/api/3/workflow/search',
    workflows: 'raw GET /rest/api/3/workflow/search',
    field: 'raw GET /rest/api/3/field/search',
    filter: 'raw GET /rest/api/3/filter/search',
    dashboard: 'raw GET /rest/api/3/dashboard/search',
    component: 'raw GET /rest/api/3/project/HPAY/component',
    issuetype: 'raw GET /rest/api/3/issuetype',
    group: 'raw GET /rest/api/3/group/bulk',
    board: 'raw GET /rest/agile/1.0/board',
    sprint: 'raw GET /rest/agile/1.0/board/1/sprint',
    epic: "raw GET /rest/api/3/search/jql --query 'jql=issuetype = Epic'",
    comment: 'raw GET /rest/api/3/issue/HPAY-1/comment',
    worklog: 'raw GET /rest/api/3/issue/HPAY-1/worklog',
    attachment: 'raw GET /rest/api/3/attachment/10000',
  },
  content: {
    pages: 'raw GET /pages',
    search: "raw GET https://SITE/wiki/rest/api/search --query 'cql=type = blogpost'",
    cql: "raw GET https://SITE/wiki/rest/api/search --query 'cql=type = blogpost'",
    comments: 'raw GET /footer-comments',
    'footer-comments': 'raw GET /footer-comments',
    'inline-comments': 'raw GET /inline-comments',
    attachments: 'raw GET /attachments',
    databases: 'raw GET /databases/1',
    folders: 'raw GET /folders/1',
    tasks: 'raw GET /tasks',
  },
};

/**
 * The words of other programs for the same command: word → a word of `common`. Names of groups and
 * commands that exist here are not looked up.
 */
const synonyms: Readonly<Record<string, string>> = {
  ...sameAs('me', 'self', 'myself', 'i'),
  ...sameAs('ls', 'list', 'find', 'query', 'view', 'show', 'describe', 'info', 'read', 'all'),
  ...sameAs('auth', 'init', 'signin', 'sign-in', 'config', 'configuration', 'setup', 'connect'),
  ...sameAs('api', 'curl', 'request', 'get', 'post', 'put', 'delete', 'patch', 'http', 'rest'),
  ...sameAs('ui', 'tui', 'console', 'start', 'run', 'interactive'),
  ...sameAs('new', 'create', 'add', 'make', 'edit', 'update', 'set', 'rm', 'remove', 'del'),
  ...sameAs('env', 'variables', 'environment'),
  ...sameAs('errors', 'error', 'exit-codes', 'exit-code', 'codes'),
  ...sameAs('man', 'docs', 'manual', 'usage', 'commands'),
  ...sameAs('check', 'ping', 'test', 'health'),
};

function sameAs(word: string, ...others: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries([word, ...others].map(other => [other, word]));
}

/** The equivalents here, as sentences: `{program}` is jr or cf. */
const common: Readonly<Record<string, string>> = {
  me: 'For your account: {program} whoami.',
  ls: 'Lists are operations of a group: {list}. {program} --help lists the groups.',
  auth: 'To sign in: {program} login. To sign out: {program} logout. For the account in use: {program} whoami.',
  api: 'For a request by its path: {program} raw GET {path}.',
  ui: 'For the terminal UI: steward, or {program} without arguments.',
  new: 'Changes are operations of a group: {write}. {program} --help lists the groups.',
  env: 'For the environment variables: {program} help environment.',
  errors: 'For the exit codes and kinds of errors: {program} help exit-codes.',
  man: 'For help: {program} --help, {program} help WORDS, or man {program}.',
  check: 'To check configuration, connection and credentials: {program} doctor.',
};

/** Examples in `common`. */
const examples: Readonly<Record<Service, Readonly<Record<string, string>>>> = {
  tracker: {
    program: 'jr',
    list: 'jr project search -o table',
    write: 'jr version create --help',
    path: '/rest/api/3/myself',
  },
  content: {
    program: 'cf',
    list: 'cf blogposts get-blog-posts -o table',
    write: 'cf blogposts create-blog-post --help',
    path: '/spaces',
  },
};

/** Commands of other clients → the equivalent here, as sentences. */
const elsewhere: Readonly<Record<Service, Readonly<Record<string, string>>>> = {
  tracker: {
    release:
      'Releases are versions: jr project get-versions-paginated --projectIdOrKey HPAY. To release one: jr version update --id ID --released=true.',
    diff: 'For the changes of an issue: jr raw GET /rest/api/3/issue/HPAY-1/changelog. To compare two schemes or sites, use :compare in steward.',
    template:
      'For an example body: jr schema version create --example. For several commands in one file: jr batch --help.',
    label:
      'To label issues: jr raw PUT /rest/api/3/issue/HPAY-1 --body \'{"update":{"labels":[{"add":"urgent"}]}}\'. To label pages and posts: cf labels --help.',
    transition:
      'To change the status of an issue: jr raw POST /rest/api/3/issue/HPAY-1/transitions --body \'{"transition":{"id":"31"}}\'; jr raw GET /rest/api/3/issue/HPAY-1/transitions lists the ids.',
  },
  content: {
    diff: 'For the versions of a post: cf blogposts get-blog-post-versions --id 1051136. To compare versions, use :compare in steward.',
    template: 'For an example body: cf schema whiteboards create --example.',
  },
};

/** Words for issue workflows in other clients: none is an operation of the catalogue. */
const ofIssues: ReadonlySet<string> = new Set([
  'transition',
  'move',
  'assign',
  'comment',
  'log-work',
]);

/**
 * Advice for a command of another client; undefined if unknown.
 *
 * @param next the word after it
 */
function adviceFor(service: Service, word: string, next = ''): string | undefined {
  const known = elsewhere[service];
  const typed = word.toLowerCase();
  const name = typed.replace(/s$/, '');
  if (name === 'workflow' && ofIssues.has(next)) return known.transition;
  if (Object.hasOwn(known, name)) return known[name];
  const subject = Object.hasOwn(synonyms, typed) ? synonyms[typed] : undefined;
  const text = subject === undefined ? undefined : common[subject];
  return text && fillTemplate(text, {place: sourceOf(examples[service])})[0];
}

/** The `raw` command for a group that the program lacks; undefined if unknown. */
function rawFormOf(service: Service, group: string): string | undefined {
  const forms = beyond[service];
  const word = group.toLowerCase();
  const name = [word, `${word}s`, word.replace(/s$/, '')].find(one => Object.hasOwn(forms, one));
  return name === undefined ? undefined : forms[name];
}
