import {trackerError} from '../errors.ts';
import type {IssuePart} from '../world/issues.ts';

/** A parsed structured user query (services T2.3). */
export type UserQuery =
  | {readonly kind: 'and' | 'or'; readonly parts: readonly UserQuery[]}
  /** Assignees of at least one issue of a project. */
  | {readonly kind: 'project'; readonly project: string}
  | {readonly kind: 'issues'; readonly part: IssuePart; readonly issues: readonly string[]}
  | ({readonly kind: 'property'} & PropertyQuery);

/** The expected value of a property at a path: `key.path.to=value` (services T2.3). */
export interface PropertyQuery {
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
