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
import {type PropertyQuery, parseUserQuery, type UserQuery} from './user-query.ts';

export const usersByQueryHandlers: Handlers = {
  /** Returns pages of the matching users among the first thousand. */
  'tracker/user/find-by-query': call =>
    offsetPage(call, findMatching(call), {
      sizeDefault: 100,
      present: user => userBean(call, user),
    }),
  'tracker/user/find-keys-by-query': call =>
    offsetPage(call, findMatching(call), {
      sizeDefault: 100,
      sizeName: 'maxResult',
      present: ({accountId}) => ({accountId}),
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
