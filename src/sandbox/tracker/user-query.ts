import {trackerError} from '../errors.ts';
import type {IssuePart} from '../world/issues.ts';

/** A structured user query, taken apart (tracker-api 2.3). */
export type UserQuery =
  | {readonly kind: 'and' | 'or'; readonly parts: readonly UserQuery[]}
  /** Assignees of at least one issue of a project. */
  | {readonly kind: 'project'; readonly project: string}
  | {readonly kind: 'issues'; readonly part: IssuePart; readonly issues: readonly string[]}
  | {
      readonly kind: 'property';
      readonly key: string;
      readonly path: readonly string[];
      readonly value: string;
    };

const issueParts: readonly IssuePart[] = [
  'assignee',
  'reporter',
  'watcher',
  'voter',
  'commenter',
  'transitioner',
];

/** `[key]`, `.path.to`, quoted text, brackets and commas, words. */
const tokenPattern = /\[[^\]]*\]|'[^']*'|"[^"]*"|[(),]|[^\s(),[\]'"]+/g;

/**
 * Take a structured user query apart. AND binds closer than OR; brackets group; words of the language
 * are known in any case.
 *
 * @throws SandboxError 400 saying what was expected where
 */
export function parseUserQuery(text: string): UserQuery {
  const tokens = text.match(tokenPattern) ?? [];
  let index = 0;
  const peek = (): string => tokens[index] ?? '';
  const isNext = (word: string): boolean => peek().toLowerCase() === word;
  const fail = (expected: string): never => {
    const found = peek() === '' ? 'the end' : `“${peek()}”`;
    throw trackerError(400, `The query is wrong: expected ${expected}, found ${found}.`);
  };
  const take = (): string => {
    const token = peek();
    index += 1;
    return token;
  };
  const expectWord = (word: string): void => {
    if (!isNext(word)) fail(`“${word}”`);
    take();
  };
  const parseJoined = (word: 'and' | 'or', parsePart: () => UserQuery): UserQuery => {
    const parts = [parsePart()];
    while (isNext(word)) {
      take();
      parts.push(parsePart());
    }
    const [only] = parts;
    return parts.length === 1 && only ? only : {kind: word, parts};
  };
  const parseOr = (): UserQuery => parseJoined('or', () => parseJoined('and', parsePrimary));
  const parsePrimary = (): UserQuery => {
    if (isNext('(')) {
      take();
      const inner = parseOr();
      expectWord(')');
      return inner;
    }
    return peek().startsWith('[') ? parseProperty() : parsePart();
  };
  const parsePart = (): UserQuery => {
    expectWord('is');
    const part = issueParts.find(isNext) ?? fail(issueParts.join(', '));
    take();
    expectWord('of');
    if (isNext('(')) return {kind: 'issues', part, issues: parseIssues()};
    if (part !== 'assignee') fail('“(” and issues');
    return {kind: 'project', project: parseName('a project')};
  };
  const parseIssues = (): readonly string[] => {
    expectWord('(');
    const issues = [parseName('an issue')];
    while (isNext(',')) {
      take();
      issues.push(parseName('an issue'));
    }
    expectWord(')');
    return issues;
  };
  const parseName = (what: string): string => {
    if (!/^[\w-]+$/.test(peek())) fail(what);
    return take();
  };
  const parseProperty = (): UserQuery => {
    const key = take().slice(1, -1);
    const path = peek().startsWith('.') ? take().slice(1).split('.') : [];
    expectWord('is');
    if (!/^['"]/.test(peek())) fail('a value in quotes');
    return {kind: 'property', key, path, value: take().slice(1, -1)};
  };
  const query = parseOr();
  if (index < tokens.length) fail('AND, OR or the end');
  return query;
}
