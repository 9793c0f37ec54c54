import {batch} from './batch.ts';
import type {Builtin} from './builtin.ts';
import {cache} from './cache.ts';
import {completion} from './completion/completion.ts';
import {configure} from './configure.ts';
import {doctor} from './doctor.ts';
import {forward} from './forward.ts';
import {id} from './id.ts';
import {open} from './open.ts';
import {preset} from './preset.ts';
import {profile} from './profile.ts';
import {raw} from './raw.ts';
import {sandbox} from './sandbox.ts';
import {schema} from './schema.ts';
import {versionCommand} from './version.ts';
import {watch} from './watch.ts';
import {whoami} from './whoami.ts';

/** The commands that are no operations, in the order of help; `help` itself is told by its name. */
export const builtins: readonly Builtin[] = [
  raw,
  id,
  batch,
  watch,
  forward,
  configure,
  profile,
  whoami,
  doctor,
  open,
  preset,
  cache,
  schema,
  completion,
  sandbox,
  versionCommand,
];
