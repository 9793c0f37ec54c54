import type {FlagRow} from '../flags.ts';

/** Maximum width of help text. */
const widest = 100;
/** Minimum width of the description column; below that, descriptions go below the names. */
const narrowest = 24;

/** The width of help: the terminal's, at most 100; 80 without a terminal. */
export function helpWidth(columns: number | undefined): number {
  return Math.max(Math.min(columns ?? 80, widest), 40);
}

/** Wrap a text to lines of at most `width` columns; a longer word gets its own line. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (joined.length <= width || line === '') line = joined;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** Rows of names and wrapped descriptions in two columns, indented by two. */
export function twoColumns(
  rows: readonly (readonly [name: string, explanation: string])[],
  width: number,
): readonly string[] {
  const longest = Math.max(0, ...rows.map(([name]) => name.length));
  const left = Math.min(longest, Math.floor(width / 2.4)) + 4;
  const right = Math.max(width - left, narrowest);
  return rows.flatMap(([name, explanation]) => {
    const [first = '', ...rest] = wrapText(explanation, right);
    const more = rest.map(line => ' '.repeat(left) + line);
    return name.length + 4 <= left
      ? [`  ${name}`.padEnd(left) + first, ...more].map(line => line.trimEnd())
      : [`  ${name}`, ' '.repeat(left) + first, ...more].map(line => line.trimEnd());
  });
}

/** A titled list of sentences, wrapped and indented; nothing if it is empty. */
export function section(
  title: string,
  sentences: readonly string[],
  width: number,
): readonly string[] {
  if (sentences.length === 0) return [];
  const lines = sentences.flatMap(sentence =>
    wrapText(sentence, width - 4).map((line, at) => (at === 0 ? `  ${line}` : `    ${line}`)),
  );
  return ['', `${title}:`, ...lines];
}

/** Flags as rows of help: name and type, then description, values and default. */
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

/** How a variable sets a flag. */
function envText({type}: FlagRow, variable: string): string {
  return type === 'boolean' ? `${variable} turns it on` : `default: ${variable}`;
}

function textOf(flag: FlagRow, program: 'jr' | 'cf' | undefined): string {
  const {help, values, min, max, type} = flag;
  const parts = [
    help,
    values ? `one of ${values.join(', ')}` : '',
    min !== undefined && max !== undefined ? `${min} to ${max}` : '',
    type === 'boolean' || flag.default === undefined ? '' : `default ${flag.default}`,
    flag.env && program ? envText(flag, `${program.toUpperCase()}_${flag.env}`) : '',
  ];
  return parts.filter(part => part !== '').join('; ');
}
