import {findOperation} from '../api/catalogue.ts';
import type {Service} from '../api/operation.ts';
import {access} from './access.ts';
import {batch} from './batch.ts';
import {type Builtin, flagsOfBuiltin, isCommandOf} from './builtin.ts';
import {bulk} from './bulk.ts';
import {cache} from './cache.ts';
import {completion} from './completion/completion.ts';
import {configure} from './configure.ts';
import {doctor} from './doctor.ts';
import {each} from './each.ts';
import {globalRows, helpFlag, versionFlag} from './flags.ts';
import {forward} from './forward.ts';
import {id} from './id.ts';
import {flagsOfOperation, isGroupName} from './invocation.ts';
import {journal} from './journal.ts';
import {login, logout} from './login.ts';
import {open} from './open.ts';
import {preset} from './preset.ts';
import {profile} from './profile.ts';
import {raw} from './raw.ts';
import {sandbox} from './sandbox.ts';
import {knownFlags, type Scanned, scanLine} from './scan.ts';
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

const everywhere = knownFlags([...globalRows, helpFlag, versionFlag]);

/** Split a line of `jr` or `cf`, using the flags of the command that its words name. */
export function scanCommand(argv: readonly string[], service: Service): Scanned {
  return scanLine(argv, words => {
    const [group, name] = words;
    if (group === undefined) return everywhere;
    const isGroup = isGroupName(group, service);
    const builtin = isGroup && words.length > 1 ? undefined : findBuiltin(group, service);
    if (builtin) return flagsOfBuiltin(builtin, builtin.flagsOf?.(words.slice(1), service));
    const operation = name === undefined ? undefined : findOperation(service, group, name);
    return words.length === 2 && operation ? flagsOfOperation(operation) : undefined;
  });
}
