import type {Service} from '../api/operation.ts';
import {access} from './access.ts';
import {batch} from './batch.ts';
import {type Builtin, isCommandOf} from './builtin.ts';
import {bulk} from './bulk.ts';
import {cache} from './cache.ts';
import {completion} from './completion/completion.ts';
import {configure} from './configure.ts';
import {doctor} from './doctor.ts';
import {each} from './each.ts';
import {forward} from './forward.ts';
import {id} from './id.ts';
import {journal} from './journal.ts';
import {login, logout} from './login.ts';
import {open} from './open.ts';
import {preset} from './preset.ts';
import {profile} from './profile.ts';
import {raw} from './raw.ts';
import {sandbox} from './sandbox.ts';
import {schema} from './schema.ts';
import {site} from './site.ts';
import {snapshot} from './snapshot.ts';
import {undo} from './undo.ts';
import {versionCommand} from './version.ts';
import {watch} from './watch.ts';
import {whoami} from './whoami.ts';

/**
 * The built-in commands in the order of the help, except `help` itself. Each is loaded on access
 * (tools/build/parts.mjs).
 */
const readers = new Map<string, () => Builtin>([
  ['raw', () => raw],
  ['id', () => id],
  ['access', () => access],
  ['batch', () => batch],
  ['bulk', () => bulk],
  ['each', () => each],
  ['journal', () => journal],
  ['undo', () => undo],
  ['snapshot', () => snapshot],
  ['watch', () => watch],
  ['forward', () => forward],
  ['configure', () => configure],
  ['login', () => login],
  ['logout', () => logout],
  ['profile', () => profile],
  ['whoami', () => whoami],
  ['doctor', () => doctor],
  ['open', () => open],
  ['preset', () => preset],
  ['cache', () => cache],
  ['schema', () => schema],
  ['site', () => site],
  ['completion', () => completion],
  ['sandbox', () => sandbox],
  ['version', () => versionCommand],
]);

export function allBuiltins(service: Service): readonly Builtin[] {
  const own = [...readers].filter(([name]) => isCommandOf(service, name));
  return own.map(([, read]) => read());
}

export function findBuiltin(name: string, service: Service): Builtin | undefined {
  return isCommandOf(service, name) ? readers.get(name)?.() : undefined;
}

/** Names of the built-in commands of both programs that a misspelled word may refer to. */
export function namesOfBuiltins(): readonly string[] {
  return [...readers.keys(), 'help'];
}
