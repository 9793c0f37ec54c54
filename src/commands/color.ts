import type {Host} from '../host/host.ts';
import type {Scanned} from './scan.ts';

/** The values of --color; others are rejected when flags are parsed. */
export type ColorChoice = 'auto' | 'always' | 'never';

/** Read --color for help, where other problems of the line are ignored; the last one applies. */
export function colorChoice(texts: Scanned['texts']): ColorChoice {
  const text = texts.get('color')?.at(-1);
  return text === 'always' || text === 'never' ? text : 'auto';
}

/**
 * Whether standard output is styled: not in a pipe, with NO_COLOR or on a dumb terminal, unless
 * requested.
 */
export function isStyled(
  choice: ColorChoice = 'auto',
  {stdout, env}: Pick<Host, 'stdout' | 'env'>,
): boolean {
  if (choice !== 'auto') return choice === 'always';
  return stdout.isTTY && !env.NO_COLOR && env.TERM !== 'dumb';
}

/** Write help, with headings in bold if standard output is styled. */
export function writeHelp(
  lines: readonly string[],
  texts: Scanned['texts'],
  host: Pick<Host, 'stdout' | 'env'>,
): void {
  const isBold = isStyled(colorChoice(texts), host);
  const shown = lines.map(line =>
    isBold && /^[A-Z][^:]*:$/.test(line) ? `\u001b[1m${line}\u001b[22m` : line,
  );
  host.stdout.write(`${shown.join('\n')}\n`, 'style');
}
