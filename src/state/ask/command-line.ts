import type {Service} from '../../api/operation.ts';
import type {ResolvedCall} from '../model/call.ts';

const plainWord = /^[A-Za-z0-9_\-.,/:@%+=]+$/;
const programs: Readonly<Record<Service, string>> = {tracker: 'jr', content: 'cf'};

/** A text as one word of a POSIX shell; control characters as `$'…'` escapes. */
export function quoteWord(text: string): string {
  if (plainWord.test(text)) return text;
  if (!/[\u0000-\u001f\u007f-\u009f]/.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = [...text].map(c => {
    if (c === "'" || c === '\\') return `\\${c}`;
    const code = c.codePointAt(0) ?? 0;
    return code < 0x20 || (code >= 0x7f && code < 0xa0)
      ? `\\x${code.toString(16).padStart(2, '0')}`
      : c;
  });
  return `$'${escaped.join('')}'`;
}

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
    const input = operation.inputs.find(i => i.name === name);
    if (input?.type === 'list') {
      words.push(...flag(name, values.map(v => v.replaceAll(',', '\\,')).join(',')));
      continue;
    }
    for (const value of values) words.push(...flag(name, value));
  }
  if (typeof given.body === 'string') words.push(...flag('body', given.body));
  words.push(...flags.map(quoteWord));
  return words.join(' ');
}

/** A value that starts with a dash is only taken after `=` (client-contract 1). */
function flag(name: string, value: string): string[] {
  if (value.startsWith('-') || value === '') return [`--${name}=${quoteWord(value)}`];
  return [`--${name}`, quoteWord(value)];
}
