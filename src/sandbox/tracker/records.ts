import {fieldError, trackerError} from '../errors.ts';
import {folded} from '../query.ts';
import type {World} from '../world/world.ts';

/** A number no record of the kind has or had; most kinds share one row of them. */
export function nextNumber(
  {tracker: {next}}: World,
  kind: keyof World['tracker']['next'] = 'record',
): number {
  next[kind] += 1;
  return next[kind] - 1;
}

/**
 * The record of an id in a path or a body.
 *
 * @param kind what it is called, for the message
 * @param missing status when there is none
 * @throws SandboxError
 */
export function findRecord<Record>(
  kind: string,
  records: ReadonlyMap<string, Record> | ReadonlyMap<number, Record>,
  id: string,
  missing: 400 | 404 = 404,
): Record {
  const byText = records as ReadonlyMap<string, Record>;
  const byNumber = records as ReadonlyMap<number, Record>;
  const found = byText.get(id) ?? (/^\d+$/.test(id) ? byNumber.get(Number(id)) : undefined);
  if (found === undefined) {
    throw trackerError(missing, `The ${kind} with the ID '${id}' was not found.`);
  }
  return found;
}

/** Characters of a name; some kinds allow fewer, which their records of the body say. */
const nameAtMost = 255;

/**
 * A name for a record, without blanks around it: it must be given, and no other record of its kind may
 * have it, whatever the case.
 *
 * @param id the record's own id; a new one has none
 * @throws SandboxError 400 about `name`
 */
export function readName<Id>(
  given: string,
  records: ReadonlyMap<Id, {readonly id: Id; readonly name: string}>,
  id?: Id,
): string {
  const name = given.trim();
  if (name === '') throw fieldError({name: 'The name must be given.'});
  if ([...name].length > nameAtMost) {
    throw fieldError({name: `The name is at most ${nameAtMost} characters.`});
  }
  const wanted = folded(name);
  for (const other of records.values()) {
    if (other.id !== id && folded(other.name) === wanted) {
      throw fieldError({name: `The name “${name}” is used already.`});
    }
  }
  return name;
}

/**
 * Delete a scheme of projects: those that have it go to the default one, which stays.
 *
 * @param member of a project, and of the defaults
 * @throws SandboxError 400 when it is the default one
 */
export function deleteScheme(
  world: World,
  schemes: Map<number, unknown>,
  member: 'permissionSchemeId' | 'notificationSchemeId',
  id: number,
): void {
  const {defaults, projects} = world.tracker;
  if (id === defaults[member]) throw trackerError(400, 'The default scheme cannot be deleted.');
  schemes.delete(id);
  for (const project of projects.values()) {
    if (project[member] === id) projects.set(project.id, {...project, [member]: defaults[member]});
  }
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
