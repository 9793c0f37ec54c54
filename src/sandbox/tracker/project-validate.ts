import {trackerError} from '../errors.ts';
import type {Handler} from '../route.ts';
import {makeDraw} from '../world/random.ts';
import type {World} from '../world/world.ts';
import {checkProjectKey, checkProjectName, keyAtMost, projectNameAtMost} from './project-keys.ts';

/** `validate-project-key`: 200 with an error collection, empty when the key is free. */
export const validateProjectKey: Handler<World> = (request, world) => {
  const problem = checkProjectKey(world, request.query.get('key') ?? '');
  const errors = problem === undefined ? {} : {projectKey: problem};
  return {status: 200, json: {errorMessages: [], errors}};
};

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** `get-valid-project-key`: the key, or a random one when it is invalid or taken. */
export const getValidProjectKey: Handler<World> = (request, world) => {
  const key = request.query.get('key') ?? '';
  if (checkProjectKey(world, key) === undefined) return {status: 200, json: key};
  const draw = makeDraw(world.tracker.seed, `key for ${key}`);
  const start = key
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, 4);
  for (;;) {
    const tail = Array.from({length: 4}, () => draw.pick([...letters])).join('');
    const made = `${start}${tail}`.slice(0, keyAtMost);
    if (checkProjectKey(world, made) === undefined) return {status: 200, json: made};
  }
};

/** Sequence numbers that are tried before giving up. */
const attempts = 1_000;

/** `get-valid-project-name`: the name, or the name and a number; 404 when none can be made. */
export const getValidProjectName: Handler<World> = (request, world) => {
  const name = request.query.get('name') ?? '';
  if (name.trim() === '') throw trackerError(400, 'The name must be given.');
  if (checkProjectName(world, name) === undefined) return {status: 200, json: name};
  for (let number = 2; number < attempts; number += 1) {
    const made = `${name} ${number}`;
    if ([...made].length > projectNameAtMost) break;
    if (checkProjectName(world, made) === undefined) return {status: 200, json: made};
  }
  throw trackerError(404, 'A valid project name cannot be made from this one.');
};
