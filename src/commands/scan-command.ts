import {findOperation, groupNames} from '../api/catalogue.ts';
import type {Service} from '../api/operation.ts';
import {flagsOfBuiltin} from './builtin.ts';
import {findBuiltin} from './builtins.ts';
import {globalRows, helpFlag, versionFlag} from './flags.ts';
import {flagsOfOperation} from './invocation.ts';
import {knownFlags, type Scanned, scanLine} from './scan.ts';

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

export function isGroupName(word: string, service: Service): boolean {
  return groupNames(service, {extras: true}).includes(word);
}
