import type {Host} from '../host/host.ts';
import type {Scanned} from './scan.ts';

/** What --color says; anything else is refused where flags are parsed. */
export type ColorChoice = 'auto' | 'always' | 'never';

/** Read --color of a line that may have other problems, for help; the last one counts. */
export function colorChoice(texts: Scanned['texts']): ColorChoice {
  const text = texts.get('color')?.at(-1);
  return text === 'always' || text === 'never' ? text : 'auto';
}

/** Whether text on standard output is styled: never in a pipe, for NO_COLOR or a dumb terminal, unless asked. */
export function isStyled(
  choice: ColorChoice = 'auto',
  {stdout, env}: Pick<Host, 'stdout' | 'env'>,
): boolean {
  if (choice !== 'auto') return choice === 'always';
  return stdout.isTTY && !env.NO_COLOR && env.TERM !== 'dumb';
}

/** Write help, its headings in bold where standard output is styled. */
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
