import {trackerError} from '../errors.ts';
import type {Handlers} from '../route.ts';
import {makeDraw} from '../world/random.ts';
import type {World} from '../world/world.ts';
import {checkProjectKey, checkProjectName, keyAtMost, projectNameAtMost} from './project-keys.ts';

/** Handlers by operation id. */
export const projectValidateHandlers: Handlers<World> = {
  /** `validate-project-key`: 200 with an error collection, empty when the key is free. */
  'tracker/projectvalidate/validate-project-key': (request, world) => {
    const problem = checkProjectKey(world, request.query.get('key') ?? '');
    const errors = problem === undefined ? {} : {projectKey: problem};
    return {status: 200, json: {errorMessages: [], errors}};
  },
  /** `get-valid-project-key`: the key, or a random one when it is invalid or taken. */
  'tracker/projectvalidate/get-valid-project-key': (request, world) => {
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
  },
  /** `get-valid-project-name`: the name, or the name and a number; 404 when none can be made. */
  'tracker/projectvalidate/get-valid-project-name': (request, world) => {
    const name = request.query.get('name') ?? '';
    if (name.trim() === '') throw trackerError(400, 'The name must be given.');
    if (checkProjectName(world, name) === undefined) return {status: 200, json: name};
    for (let number = 2; number < attempts; number += 1) {
      const made = `${name} ${number}`;
      if ([...made].length > projectNameAtMost) break;
      if (checkProjectName(world, made) === undefined) return {status: 200, json: made};
    }
    throw trackerError(404, 'A valid project name cannot be made from this one.');
  },
};

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Sequence numbers that are tried before giving up. */
const attempts = 1_000;
