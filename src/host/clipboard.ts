import {Buffer} from 'node:buffer';

/** Bytes most terminals take in one OSC 52 sequence. */
const largestBytes = 74_994;

/**
 * The sequence that puts a text on the terminal's clipboard (OSC 52), passed through tmux and
 * screen; undefined when the text is too long for it.
 *
 * @param env TMUX and TERM tell what stands between
 */
export function clipboardSequence(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const encoded = Buffer.from(text, 'utf8').toString('base64');
  if (encoded.length > largestBytes) return undefined;
  const sequence = `\x1b]52;c;${encoded}\x07`;
  if (env.TMUX) return `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
  return env.TERM?.startsWith('screen') ? `\x1bP${sequence}\x1b\\` : sequence;
}
