import {holderOfGrant} from '../../api/access/holders.ts';
import {type GrantProject, type GrantSubject, matchGrant} from '../../api/access/match-grant.ts';
import {
  isObject,
  type JsonValue,
  listAt,
  parseJsonValue,
  readPointer,
} from '../../base/json-value.ts';
import {safeText} from '../../base/safe-text.ts';
import type {Tone} from '../../base/tone.ts';
import type {Line, Reader} from '../../state/model/line.ts';
import {wrappedText} from '../../state/show/line-shape.ts';

/** Responses about the permissions of a project, combined by `askText`. */
export interface ProjectAnswers {
  /** From get-assigned-permission-scheme, with all expansions. */
  readonly grants: readonly JsonValue[];
  /** From get-role, for each role of the project. */
  readonly roles: readonly JsonValue[];
  /** Account id of the project lead. */
  readonly lead: string;
}

/** Responses about a user. */
export interface Person {
  readonly id: string;
  /** Response of user get with groups and applicationRoles; an error text after a failure. */
  readonly user: JsonValue;
  /** Response of permissions get-bulk; an error text after a failure. */
  readonly check: JsonValue;
}

/** A reason why a grant gives, or may give, a permission to a user. */
interface Because {
  /** `yes`: in the whole project; `some`: on some issues; `unknown`: cannot be determined. */
  readonly holds: 'yes' | 'some' | 'unknown';
  readonly why: string;
  /** Id of the grant. */
  readonly grant: string;
}

/** Result for one user and one permission. */
export interface PermissionAnswer {
  readonly may: 'yes' | 'no' | 'some issues' | 'unknown';
  readonly because: readonly Because[];
  /** Explanation when the service and the grants disagree. */
  readonly note?: string;
}

/**
 * Whether a user has a permission in a project: the service's result, explained by the scheme's
 * grants.
 */
export function mayOne(
  permission: string,
  person: Person,
  project: ProjectAnswers,
  projectId: string,
): PermissionAnswer {
  if (listAt(person.check, '/globalPermissions').includes(permission)) {
    const why = 'a global permission, valid in every project';
    return {may: 'yes', because: [{holds: 'yes', why, grant: ''}]};
  }
  const because = project.grants
    .filter(grant => readPointer(grant, '/permission') === permission)
    .flatMap(grant => becauseOf(grant, person, project) ?? []);
  const isSure = because.some(({holds}) => holds === 'yes');
  const isSome = because.some(({holds}) => holds === 'some');
  const said = serviceSays(person.check, permission, projectId);
  if (said === undefined) {
    // Grants alone do not decide: product access and account state matter too.
    const note = `the permission check failed: ${reasonOf(person.check)}`;
    return {may: 'unknown', because, note};
  }
  if (said) {
    const note = 'the service says yes, but no visible grant explains why';
    return isSure ? {may: 'yes', because} : {may: 'yes', because, note};
  }
  if (isSure) {
    const note =
      'granted, but the service says no: no access to the product, or the account is inactive';
    return {may: 'no', because, note};
  }
  return {may: isSome ? 'some issues' : 'no', because};
}

/** Return the result of the service's permission check; undefined if there is none. */
function serviceSays(check: JsonValue, permission: string, projectId: string): boolean | undefined {
  if (!isObject(check)) return undefined;
  return listAt(check, '/projectPermissions').some(
    one =>
      readPointer(one, '/permission') === permission &&
      listAt(one, '/projects').some(id => String(id) === projectId),
  );
}

function reasonOf(answer: JsonValue): string {
  return typeof answer === 'string' ? answer.replace(/^unknown: /, '') : 'no response';
}

/** Return why a grant applies to a user; undefined if it does not. */
function becauseOf(grant: JsonValue, person: Person, project: ProjectAnswers): Because | undefined {
  const found = matchGrant(holderOfGrant(grant), subjectOf(person), placeOf(project));
  if (found === undefined) return undefined;
  return {...found, grant: String(readPointer(grant, '/id') ?? '')};
}

/**
 * A person as the match of grants sees them: groups and applications of the user's own response.
 */
function subjectOf({id, user}: Person): GrantSubject {
  const isRead = isObject(user);
  const accountType = isRead ? user.accountType : undefined;
  const has = (list: string, holds: (one: JsonValue) => boolean) =>
    isRead ? listAt(user, list).some(holds) : {unknown: reasonOf(user)};
  return {
    id,
    ...(typeof accountType === 'string' && {accountType}),
    inGroup: (groupId, name) =>
      has(
        '/groups/items',
        one => readPointer(one, '/groupId') === groupId || readPointer(one, '/name') === name,
      ),
    hasApplication: key => has('/applicationRoles/items', one => readPointer(one, '/key') === key),
  };
}

function placeOf({lead, roles}: ProjectAnswers): GrantProject {
  return {
    lead,
    actorsOf: id => {
      const role = roles.find(one => String(readPointer(one, '/id')) === id);
      return role === undefined ? {unknown: 'no response'} : listAt(role, '/actors');
    },
  };
}

const tones: Readonly<Record<string, Tone>> = {yes: 'good', no: 'dim', unknown: 'warn'};

/** Reader of one permission: users, the grants behind each, and notes. */
export const permissionCheckReader: Reader = {
  lines(text, {columns}) {
    const row = parseJsonValue(text);
    const said = (pointer: string, of = row): string =>
      safeText(String(readPointer(of, pointer) ?? ''));
    const wrapped = (words: string, tone: Tone): Line[] =>
      wrappedText(words, Math.max(20, columns - 4), tone, '    ');
    return [
      [
        {text: said('/name'), tone: 'title'},
        {text: `  ${said('/key')}`, tone: 'dim'},
      ],
      [{text: `by ${said('/scheme')}`, tone: 'dim'}],
      ...listAt(row, '/users').flatMap((user): Line[] => {
        const may = said('/may', user);
        return [
          [],
          [
            {text: `  ${said('/user', user)}  `, tone: 'title'},
            {text: may, tone: tones[may] ?? 'accent'},
          ],
          ...listAt(user, '/because').flatMap(one => {
            const grant = said('/grant', one);
            return wrapped(
              `${said('/why', one)}${grant === '' ? '' : ` (grant ${grant})`}`,
              'plain',
            );
          }),
          ...(said('/note', user) === '' ? [] : wrapped(said('/note', user), 'warn')),
        ];
      }),
    ];
  },
};
