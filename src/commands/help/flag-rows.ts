import type {FlagRow} from '../flags.ts';

/** Flags as rows of help: name and kind, then what it does, its values and default. */
export function flagRows(
  flags: readonly FlagRow[],
  program?: 'jr' | 'cf',
): readonly (readonly [string, string])[] {
  return flags.map(flag => [nameOf(flag), textOf(flag, program)]);
}

function nameOf({name, short, type}: FlagRow): string {
  const kinds = {
    boolean: '',
    string: ' <text>',
    integer: ' <number>',
    duration: ' <duration>',
    size: ' <size>',
    list: ' <text>',
    pair: ' <name> <value>',
  };
  return `${short === undefined ? '' : `-${short}, `}--${name}${kinds[type]}`;
}

function textOf(flag: FlagRow, program: 'jr' | 'cf' | undefined): string {
  const {help, values, min, max, type} = flag;
  const parts = [
    help,
    values ? `one of ${values.join(', ')}` : '',
    min !== undefined && max !== undefined ? `${min} to ${max}` : '',
    type === 'boolean' || flag.default === undefined ? '' : `default ${flag.default}`,
    flag.env && program ? `else ${program.toUpperCase()}_${flag.env}` : '',
  ];
  return parts.filter(part => part !== '').join('; ');
}
