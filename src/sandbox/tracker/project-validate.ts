import {trackerError} from '../errors.ts';
import {type Handlers, ok} from '../route.ts';
import {makeDraw} from '../world/random.ts';
import {checkProjectKey, checkProjectName, keyAtMost, projectNameAtMost} from './project-keys.ts';

export const projectValidateHandlers: Handlers = {
  /** `validate-project-key`: 200 with an error collection, empty when the key is free. */
  'tracker/projectvalidate/validate-project-key': call => {
    const problem = checkProjectKey(call, call.query.get('key') ?? '');
    const errors = problem === undefined ? {} : {projectKey: problem};
    return ok({errorMessages: [], errors});
  },
  /** `get-valid-project-key`: the key, or a random one when it is invalid or taken. */
  'tracker/projectvalidate/get-valid-project-key': call => {
    const key = call.query.get('key') ?? '';
    if (checkProjectKey(call, key) === undefined) return ok(key);
    const draw = makeDraw(call.tracker.seed, `key for ${key}`);
    const start = key
      .toUpperCase()
      .replace(/[^A-Z]/g, '')
      .slice(0, 4);
    for (;;) {
      const tail = Array.from({length: 4}, () => draw.pick([...letters])).join('');
      const made = `${start}${tail}`.slice(0, keyAtMost);
      if (checkProjectKey(call, made) === undefined) return ok(made);
    }
  },
  /** `get-valid-project-name`: the name, or the name and a number; 404 when none can be made. */
  'tracker/projectvalidate/get-valid-project-name': call => {
    const name = call.query.get('name') ?? '';
    if (name.trim() === '') throw trackerError(400, 'The name must be given.');
    if (checkProjectName(call, name) === undefined) return ok(name);
    for (let number = 2; number < attempts; number += 1) {
      const made = `${name} ${number}`;
      if ([...made].length > projectNameAtMost) break;
      if (checkProjectName(call, made) === undefined) return ok(made);
    }
    throw trackerError(404, 'A valid project name cannot be made from this one.');
  },
};

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Sequence numbers that are tried before giving up. */
const attempts = 1_000;
