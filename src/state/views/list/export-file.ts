import {troubleOf} from '../../ask/trouble.ts';
import type {Notice} from '../../model/state.ts';
import type {Effect, Ports} from '../../model/step.ts';
import {exportPieces} from './export.ts';

/** Milliseconds the work may hold up everything else at a time: less than a frame. */
const workMs = 8;
const betweenLooks = 64;

/** Put an export together without holding up the screen, and hand it over; how it went becomes a notice. */
export async function performExport(
  {target, rows, columns}: Extract<Effect, {kind: 'export'}>,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  const tell = (text: string, tone: Notice['tone']): void => {
    if (!signal.aborted) ports.dispatch({kind: 'notice', notice: {text, tone}});
  };
  const count = `${rows.length.toLocaleString('en')} ${rows.length === 1 ? 'row' : 'rows'}`;
  try {
    const text = await joined(exportPieces(target.format, rows, columns), ports, signal);
    if (target.to === 'clipboard') {
      const isCopied = ports.copy(text);
      tell(
        isCopied
          ? `copied ${count} as ${target.format.toUpperCase()}`
          : 'the terminal took no copy: it is too much, or not allowed; E writes a file',
        isCopied ? 'good' : 'warn',
      );
      return;
    }
    const {path, exists} = await ports.saveFile(target.path, text);
    if (exists) tell(`${path} exists and was left as it is: E takes another name`, 'bad');
    else tell(`wrote ${count} to ${path}`, 'good');
  } catch (thrown) {
    tell(`not written: ${troubleOf(thrown).text.split('\n')[0]}`, 'bad');
  }
}

async function joined(
  pieces: Iterable<string>,
  {clock}: Ports,
  signal: AbortSignal,
): Promise<string> {
  const parts: string[] = [];
  let from = clock.now();
  for (const piece of pieces) {
    parts.push(piece);
    if (parts.length % betweenLooks !== 0 || clock.now() - from < workMs) continue;
    await clock.sleep(0, signal);
    from = clock.now();
  }
  return parts.join('');
}
