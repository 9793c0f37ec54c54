import {fieldError, trackerError} from '../errors.ts';
import {normalizeCase} from '../query.ts';
import {
  type Access,
  type Described,
  type Records,
  recordsOf,
  type WriteContext,
} from '../resource.ts';
import type {SandboxCall} from '../route.ts';
import type {World} from '../world/world.ts';
import {requireAdmin} from './access.ts';

/** Allocate a number for a record; most kinds share one sequence. */
export function nextNumber(
  {tracker: {next}}: World,
  kind: keyof World['tracker']['next'] = 'record',
): number {
  next[kind] += 1;
  return next[kind] - 1;
}

/** Maximum length of a name; some kinds have a lower limit in the record of their body. */
const maxNameLength = 255;

/** Provide access to the records of a map that everyone may read and administrators may write. */
export const adminWrites =
  <Item extends {readonly id: string | number}>(map: (world: World) => Map<Item['id'], Item>) =>
  (call: SandboxCall, access: Access): Records<Item> => {
    if (access === 'write') requireAdmin(call);
    return recordsOf(map(call));
  };

/** Read a description; empty by default for a new record. */
export const description = ({body, before}: WriteContext<Described, Described>): string =>
  body.description ?? before?.description ?? '';

/**
 * Read a name, trimmed. It is required and must be unique among records of its kind, ignoring case.
 *
 * @throws SandboxError 400 about `name`
 */
export function uniqueName({body, before, records}: WriteContext<Described, Described>): string {
  const name = (body.name ?? before?.name ?? '').trim();
  if (name === '') throw fieldError({name: 'The name must be given.'});
  if ([...name].length > maxNameLength) {
    throw fieldError({name: `The name is at most ${maxNameLength} characters.`});
  }
  const foldedName = normalizeCase(name);
  const isTaken = records
    .all()
    .some(other => other.id !== before?.id && normalizeCase(other.name) === foldedName);
  if (isTaken) throw fieldError({name: `The name “${name}” is used already.`});
  return name;
}

type SchemeMember = 'permissionSchemeId' | 'notificationSchemeId';

/**
 * Create the function that runs before a scheme is deleted: its projects get the default scheme,
 * which cannot be deleted.
 *
 * @param member of a project, and of the defaults
 * @throws SandboxError 400 for the default scheme
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

/** The target position in the body of a move: after another record, or a named position. */
export type PositionInput = Readonly<Record<'after' | 'position', string>>;

/**
 * Check the target position of a move.
 *
 * @throws SandboxError 400 unless exactly one of the two is set
 */
export function requireOnePosition(
  after: string | null | undefined,
  position: string | null | undefined,
): void {
  if ((after ?? undefined) === undefined ? (position ?? undefined) !== undefined : !position)
    return;
  throw trackerError(400, 'Exactly one of after and position must be given.');
}
