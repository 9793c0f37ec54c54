import {fieldError, trackerError} from '../errors.ts';
import {folded} from '../query.ts';
import {type Access, type Described, type Reading, type Records, recordsOf} from '../resource.ts';
import type {Call} from '../route.ts';
import type {World} from '../world/world.ts';
import {requireAdmin} from './access.ts';

/** A number no record of the kind has or had; most kinds share one row of them. */
export function nextNumber(
  {tracker: {next}}: World,
  kind: keyof World['tracker']['next'] = 'record',
): number {
  next[kind] += 1;
  return next[kind] - 1;
}

/** Characters of a name; some kinds allow fewer, which their records of the body say. */
const nameAtMost = 255;

/** The records of a map that everybody may read and administrators write. */
export const forAdmins =
  <Item extends {readonly id: string | number}>(map: (world: World) => Map<Item['id'], Item>) =>
  (call: Call, access: Access): Records<Item> => {
    if (access === 'write') requireAdmin(call);
    return recordsOf(map(call));
  };

/** A description; a new record has none unless it is given. */
export const description = ({body, before}: Reading<Described, Described>): string =>
  body.description ?? before?.description ?? '';

/**
 * A name without blanks around it: it must be given, and no other record of its kind may have it,
 * whatever the case.
 *
 * @throws SandboxError 400 about `name`
 */
export function uniqueName({body, before, records}: Reading<Described, Described>): string {
  const name = (body.name ?? before?.name ?? '').trim();
  if (name === '') throw fieldError({name: 'The name must be given.'});
  if ([...name].length > nameAtMost) {
    throw fieldError({name: `The name is at most ${nameAtMost} characters.`});
  }
  const wanted = folded(name);
  const isTaken = records
    .all()
    .some(other => other.id !== before?.id && folded(other.name) === wanted);
  if (isTaken) throw fieldError({name: `The name “${name}” is used already.`});
  return name;
}

type SchemeMember = 'permissionSchemeId' | 'notificationSchemeId';

/**
 * What the deletion of a scheme of projects does: those that have it go to the default one, which stays.
 *
 * @param member of a project, and of the defaults
 * @throws SandboxError 400 when it is the default one
 */
export function replaceInProjects(member: SchemeMember) {
  return ({tracker: {defaults, projects}}: World, {id}: {readonly id: number}): void => {
    if (id === defaults[member]) throw trackerError(400, 'The default scheme cannot be deleted.');
    for (const project of projects.values()) {
      if (project[member] !== id) continue;
      projects.set(project.id, {...project, [member]: defaults[member]});
    }
  };
}

/** Where a body puts something: behind something else, or at a named place. */
export type GivenPosition = Readonly<Record<'after' | 'position', string>>;

/** @throws SandboxError 400 when none of the two is given, or both are */
export function requireOnePosition(
  after: string | null | undefined,
  position: string | null | undefined,
): void {
  if ((after ?? undefined) === undefined ? (position ?? undefined) !== undefined : !position)
    return;
  throw trackerError(400, 'Exactly one of after and position must be given.');
}
