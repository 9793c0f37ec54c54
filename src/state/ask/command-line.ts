import {findInput} from '../../api/inputs-of.ts';
import type {Service} from '../../api/operation.ts';
import {quoteWord} from '../../base/shell-words.ts';
import type {ResolvedCall} from '../model/call.ts';

const programs: Readonly<Record<Service, string>> = {tracker: 'jr', content: 'cf'};

/**
 * The one-shot command that makes the same request. Never holds a secret: the profile is named,
 * not its token.
 *
 * @param flags words that choose the session, such as `-p staging`; never a secret
 */
export function commandFor(resolved: ResolvedCall, flags: readonly string[]): string {
  const {operation, given} = resolved;
  const words = [programs[operation.service], operation.group, operation.name];
  for (const [name, values] of Object.entries(given.inputs)) {
    const input = findInput(operation, name);
    if (input?.type === 'list') {
      words.push(...flag(name, values.map(v => v.replaceAll(',', '\\,')).join(',')));
      continue;
    }
    const isSwitch = input?.type === 'boolean';
    for (const value of values) words.push(...(isSwitch ? onOff(name, value) : flag(name, value)));
  }
  if (typeof given.body === 'string') words.push(...flag('body', given.body));
  words.push(...flags.map(quoteWord));
  return words.join(' ');
}

/** True or false is only taken after `=`, and true is what the flag alone says. */
function onOff(name: string, value: string): string[] {
  return [value === 'true' ? `--${name}` : `--${name}=${quoteWord(value)}`];
}

/** A value that starts with a dash is only taken after `=` (contract 1). */
function flag(name: string, value: string): string[] {
  if (value.startsWith('-') || value === '') return [`--${name}=${quoteWord(value)}`];
  return [`--${name}`, quoteWord(value)];
}
