import {isJsonObject} from '../body.ts';
import {trackerError} from '../errors.ts';
import {offsetPage, userWindow} from '../paging.ts';
import {findText} from '../query.ts';
import type {Handlers, SandboxCall} from '../route.ts';
import {findIssueOf, type Issue, type IssuePart, peopleOfIssue} from '../world/issues.ts';
import type {WorldUser} from '../world/users.ts';
import type {World} from '../world/world.ts';
import {hasGlobalPermission} from './access.ts';
import {findIssue, findProject} from './lookup.ts';
import {userBean} from './user-bean.ts';

export const usersByQueryHandlers: Handlers = {
  /** Returns pages of the matching users among the first thousand. */
  'tracker/user/find-by-query': call =>
    offsetPage(call, findMatching(call), user => userBean(call, user), {sizeDefault: 100}),
  'tracker/user/find-keys-by-query': call =>
    offsetPage(call, findMatching(call), ({accountId}) => ({accountId}), {
      sizeDefault: 100,
      sizeName: 'maxResult',
    }),
};

function findMatching(call: SandboxCall): readonly WorldUser[] {
  const text = findText(call, 'query');
  if (text === undefined) throw trackerError(400, 'query must be given.');
  const query = parseUserQuery(text);
  if (!hasGlobalPermission(call, 'USER_PICKER')) {
    throw trackerError(403, 'Browse users and groups is needed for this.');
  }
  const matches = makeMatcher(call, query);
  return [...call.users.values()].slice(0, userWindow).filter(matches);
}

type Matches = (user: WorldUser) => boolean;

function makeMatcher(world: World, query: UserQuery): Matches {
  switch (query.kind) {
    case 'and': {
      const parts = query.parts.map(part => makeMatcher(world, part));
      return user => parts.every(matches => matches(user));
    }
    case 'or': {
      const parts = query.parts.map(part => makeMatcher(world, part));
      return user => parts.some(matches => matches(user));
    }
    case 'project':
      return hasPartIn(world, issuesOfProject(world, query.project), 'assignee');
    case 'issues': {
      const issues = query.issues.map(key => findIssue(world, key) ?? unknownName('issue', key));
      return hasPartIn(world, issues, query.part);
    }
    case 'property': {
      const {userProperties} = world.tracker;
      return ({accountId}) => matchesProperty(userProperties.get(accountId), query);
    }
  }
}

function hasPartIn(world: World, issues: readonly Issue[], part: IssuePart): Matches {
  const {seed, people} = world.tracker;
  const accountIds = new Set(issues.flatMap(issue => peopleOfIssue(seed, issue, part, people)));
  return user => accountIds.has(user.accountId);
}

function issuesOfProject(world: World, key: string): readonly Issue[] {
  const project = findProject(world, key) ?? unknownName('project', key);
  return Array.from(
    {length: project.issueCount},
    (_, index) => findIssueOf(project, index + 1) ?? unknownName('issue', key),
  );
}

function unknownName(kind: 'project' | 'issue', name: string): never {
  throw trackerError(400, `The query names a ${kind} that does not exist: ${name}.`);
}

/**
 * Parse a property search. Dots separate path elements, so keys with a dot require the form of the
 * project search, `[key].path`.
 *
 * @throws SandboxError 400 without a key or a value
 */
export function parsePropertyQuery(text: string | undefined): PropertyQuery | undefined {
  if (text === undefined) return undefined;
  const at = text.indexOf('=');
  const [key = '', ...path] = splitPath(text.slice(0, at));
  const expected = text.slice(at + 1);
  if (at === -1 || key === '' || expected === '' || expected.startsWith('{')) {
    throw trackerError(400, `The property query “${text}” must look like key.path.to=value.`);
  }
  return {key, path, expected: expected.replace(/^"(.*)"$/, '$1')};
}

function splitPath(text: string): readonly string[] {
  const bracketed = /^\[([^\]]+)\](?:\.(.+))?$/.exec(text);
  if (bracketed === null) return text.split('.');
  return [bracketed[1] ?? '', ...(bracketed[2]?.split('.') ?? [])];
}

/** Check whether a property has the expected value at the path; arrays match by any element. */
export function matchesProperty(
  properties: ReadonlyMap<string, unknown> | undefined,
  query: PropertyQuery,
): boolean {
  let value: unknown = properties?.get(query.key);
  for (const name of query.path) value = isJsonObject(value) ? value[name] : undefined;
  const values = Array.isArray(value) ? value : [value];
  return values.some(one => one !== undefined && one !== null && String(one) === query.expected);
}

/** A parsed structured user query (services T2.3). */
type UserQuery =
  | {readonly kind: 'and' | 'or'; readonly parts: readonly UserQuery[]}
  /** Assignees of at least one issue of a project. */
  | {readonly kind: 'project'; readonly project: string}
  | {readonly kind: 'issues'; readonly part: IssuePart; readonly issues: readonly string[]}
  | ({readonly kind: 'property'} & PropertyQuery);

/** The expected value of a property at a path: `key.path.to=value` (services T2.3). */
interface PropertyQuery {
  readonly key: string;
  readonly path: readonly string[];
  readonly expected: string;
}

const issueParts: readonly IssuePart[] = [
  'assignee',
  'reporter',
  'watcher',
  'voter',
  'commenter',
  'transitioner',
];

/** Matches `[key]`, `.path.to`, quoted text, brackets and commas, words. */
const tokenPattern = /\[[^\]]*\]|'[^']*'|"[^"]*"|[(),]|[^\s(),[\]'"]+/g;

/**
 * Parse a structured user query. AND takes precedence over OR; brackets group; keywords ignore
 * case.
 *
 * @throws SandboxError 400 with the expected token and its position
 */
export function parseUserQuery(text: string): UserQuery {
  const tokens = makeTokens(text);
  const query = parseOr(tokens);
  if (tokens.peek() !== '') tokens.fail('AND, OR or the end');
  return query;
}

/** A cursor in the query's tokens. */
interface Tokens {
  /** Return the next token, '' at the end. */
  peek(): string;
  isNext(word: string): boolean;
  take(): string;
  /** Skip a word that must be next. */
  expect(word: string): void;
  fail(expected: string): never;
}

function makeTokens(text: string): Tokens {
  const tokens = text.match(tokenPattern) ?? [];
  let index = 0;
  const peek = (): string => tokens[index] ?? '';
  const isNext = (word: string): boolean => peek().toLowerCase() === word;
  const take = (): string => {
    const token = peek();
    index += 1;
    return token;
  };
  const fail = (expected: string): never => {
    const found = peek() === '' ? 'the end' : `“${peek()}”`;
    throw trackerError(400, `The query is wrong: expected ${expected}, found ${found}.`);
  };
  const expect = (word: string): void => {
    if (!isNext(word)) fail(`“${word}”`);
    take();
  };
  return {peek, isNext, take, fail, expect};
}

function parseOr(tokens: Tokens): UserQuery {
  return parseJoined(tokens, 'or', () => parseJoined(tokens, 'and', () => parsePrimary(tokens)));
}

function parseJoined(tokens: Tokens, word: 'and' | 'or', parsePart: () => UserQuery): UserQuery {
  const first = parsePart();
  const parts = [first];
  while (tokens.isNext(word)) {
    tokens.take();
    parts.push(parsePart());
  }
  return parts.length === 1 ? first : {kind: word, parts};
}

function parsePrimary(tokens: Tokens): UserQuery {
  if (tokens.peek().startsWith('[')) return parseProperty(tokens);
  if (!tokens.isNext('(')) return parsePerson(tokens);
  tokens.take();
  const inner = parseOr(tokens);
  tokens.expect(')');
  return inner;
}

function parsePerson(tokens: Tokens): UserQuery {
  tokens.expect('is');
  const part = issueParts.find(tokens.isNext) ?? tokens.fail(issueParts.join(', '));
  tokens.take();
  tokens.expect('of');
  if (tokens.isNext('(')) return {kind: 'issues', part, issues: parseIssues(tokens)};
  if (part !== 'assignee') tokens.fail('“(” and issues');
  return {kind: 'project', project: parseName(tokens, 'a project')};
}

function parseIssues(tokens: Tokens): readonly string[] {
  tokens.expect('(');
  const issues = [parseName(tokens, 'an issue')];
  while (tokens.isNext(',')) {
    tokens.take();
    issues.push(parseName(tokens, 'an issue'));
  }
  tokens.expect(')');
  return issues;
}

function parseName(tokens: Tokens, what: string): string {
  if (!/^[\w-]+$/.test(tokens.peek())) tokens.fail(what);
  return tokens.take();
}

function parseProperty(tokens: Tokens): UserQuery {
  const key = tokens.take().slice(1, -1);
  const path = tokens.peek().startsWith('.') ? tokens.take().slice(1).split('.') : [];
  tokens.expect('is');
  if (!/^['"]/.test(tokens.peek())) tokens.fail('a value in quotes');
  return {kind: 'property', key, path, expected: tokens.take().slice(1, -1)};
}
