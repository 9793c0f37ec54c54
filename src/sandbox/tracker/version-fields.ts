import type {JsonObject} from '../body.ts';
import {fieldError} from '../errors.ts';
import type {Project} from '../world/projects.ts';
import type {Version} from '../world/versions.ts';
import type {World} from '../world/world.ts';
import {booleanMember, textMember} from './members.ts';

/** Characters of a version's name, bytes of its description (services W4.12). */
const nameAtMost = 255;
const descriptionBytesAtMost = 16_384;

type VersionFields = Pick<
  Version,
  'name' | 'description' | 'archived' | 'released' | 'startDate' | 'releaseDate' | 'driverId'
>;

/**
 * A version's fields after what a body says about them; null takes a date or the driver away.
 *
 * @param before its fields until now
 * @throws SandboxError 400 with a message for each wrong field
 */
export function readVersionFields(
  world: World,
  project: Project,
  body: JsonObject,
  before: VersionFields & {readonly id?: string},
): VersionFields {
  const name = readName(world, project, body, before);
  const description = textMember(body, 'description') ?? before.description;
  if (new TextEncoder().encode(description).length > descriptionBytesAtMost) {
    throw fieldError({description: `The description is at most ${descriptionBytesAtMost} bytes.`});
  }
  const startDate = readDate(body, 'startDate', before.startDate);
  const releaseDate = readDate(body, 'releaseDate', before.releaseDate);
  if (startDate !== undefined && releaseDate !== undefined && startDate > releaseDate) {
    throw fieldError({startDate: 'The start date must not be after the release date.'});
  }
  const driverId = readDriver(world, body, before.driverId);
  return {
    name,
    description,
    archived: booleanMember(body, 'archived') ?? before.archived,
    released: booleanMember(body, 'released') ?? before.released,
    ...(startDate === undefined ? {} : {startDate}),
    ...(releaseDate === undefined ? {} : {releaseDate}),
    ...(driverId === undefined ? {} : {driverId}),
  };
}

function readName(
  world: World,
  project: Project,
  body: JsonObject,
  before: {readonly id?: string; readonly name: string},
): string {
  const name = (textMember(body, 'name') ?? before.name).trim();
  if (name === '') throw fieldError({name: 'You must specify a valid version name.'});
  if ([...name].length > nameAtMost) {
    throw fieldError({name: `The version name is at most ${nameAtMost} characters.`});
  }
  const wanted = name.toLowerCase();
  const taken = project.versionIds.some(
    id => id !== before.id && world.tracker.versions.get(id)?.name.toLowerCase() === wanted,
  );
  if (taken) throw fieldError({name: 'A version with this name already exists in this project.'});
  return name;
}

function readDate(
  body: JsonObject,
  name: 'startDate' | 'releaseDate',
  before: string | undefined,
): string | undefined {
  if (body[name] === null || body[name] === '') return undefined;
  const text = textMember(body, name);
  if (text === undefined) return before;
  const time = Date.parse(`${text}T00:00:00Z`);
  // A day such as 2026-02-30 would be taken for another one.
  const valid = /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(time).toJSON()?.startsWith(text);
  if (!valid) throw fieldError({[name]: `The date “${text}” must look like 2026-03-14.`});
  return text;
}

function readDriver(
  world: World,
  body: JsonObject,
  before: string | undefined,
): string | undefined {
  if (body.driver === null) return undefined;
  const driver = textMember(body, 'driver');
  if (driver === undefined) return before;
  if (!world.users.get(driver)?.active) {
    throw fieldError({driver: `No active user has the account ID “${driver}”.`});
  }
  return driver;
}
