import type {Builtin} from '../builtin.ts';
import {flagRows} from './flag-rows.ts';
import {section, twoColumns, wrapText} from './layout.ts';

/** What `jr raw --help` and the like print. */
export function builtinHelp(
  program: 'jr' | 'cf',
  builtin: Omit<Builtin, 'run'>,
  width: number,
): readonly string[] {
  const {name, summary, usage, flags, notes, examples, takesGlobals} = builtin;
  return [
    ...wrapText(`${program} ${name}: ${summary}`, width),
    '',
    'Usage:',
    ...usage.map(form => `  ${program} ${form}`),
    ...(flags.length > 0 ? ['', 'Flags:', ...twoColumns(flagRows(flags), width)] : []),
    ...section('Notes', notes, width),
    ...section(
      'Examples',
      examples.map(line => `${program} ${line}`),
      1000,
    ),
    ...(takesGlobals ? ['', `The flags of every command: ${program} --help.`] : []),
  ];
}
