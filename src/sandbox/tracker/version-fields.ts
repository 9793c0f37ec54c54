import type {Given} from '../body.ts';
import {fieldError} from '../errors.ts';
import type {Project} from '../world/projects.ts';
import type {Version} from '../world/versions.ts';
import type {World} from '../world/world.ts';

type VersionFields = Pick<
  Version,
  'name' | 'description' | 'archived' | 'released' | 'startDate' | 'releaseDate' | 'driverId'
>;

export interface VersionMembers
  extends Pick<Version, 'name' | 'description' | 'archived' | 'released'> {
  readonly startDate: string;
  readonly releaseDate: string;
  readonly driver: string;
  readonly projectId: string;
  readonly project: string;
  readonly moveUnfixedIssuesTo: string;
}

/**
 * A version's fields after what a body says about them; null takes a date or the driver away.
 *
 * @param before its fields until now
 * @throws SandboxError 400 with a message for each wrong field
 */
export function readVersionFields(
  world: World,
  project: Project,
  body: Given<VersionMembers>,
  before: VersionFields & {readonly id?: string},
): VersionFields {
  const name = readName(world, project, body, before);
  const startDate = dateAfter(body.startDate, before.startDate);
  const releaseDate = dateAfter(body.releaseDate, before.releaseDate);
  if (startDate !== undefined && releaseDate !== undefined && startDate > releaseDate) {
    throw fieldError({startDate: 'The start date must not be after the release date.'});
  }
  const driverId = readDriver(world, body.driver, before.driverId);
  return {
    name,
    description: body.description ?? before.description,
    archived: body.archived ?? before.archived,
    released: body.released ?? before.released,
    ...(startDate === undefined ? {} : {startDate}),
    ...(releaseDate === undefined ? {} : {releaseDate}),
    ...(driverId === undefined ? {} : {driverId}),
  };
}

function readName(
  world: World,
  project: Project,
  body: Given<VersionMembers>,
  before: {readonly id?: string; readonly name: string},
): string {
  const name = (body.name ?? before.name).trim();
  if (name === '') throw fieldError({name: 'You must specify a valid version name.'});
  const wanted = name.toLowerCase();
  const taken = project.versionIds.some(
    id => id !== before.id && world.tracker.versions.get(id)?.name.toLowerCase() === wanted,
  );
  if (taken) throw fieldError({name: 'A version with this name already exists in this project.'});
  return name;
}

function dateAfter(
  given: string | null | undefined,
  before: string | undefined,
): string | undefined {
  return given === undefined ? before : given || undefined;
}

function readDriver(
  world: World,
  driver: string | null | undefined,
  before: string | undefined,
): string | undefined {
  if (driver === undefined) return before;
  if (driver === null) return undefined;
  if (!world.users.get(driver)?.active) {
    throw fieldError({driver: `No active user has the account ID “${driver}”.`});
  }
  return driver;
}
