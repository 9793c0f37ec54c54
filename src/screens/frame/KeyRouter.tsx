import {useApp, usePaste, useStdin} from 'ink';
import {useEffect} from 'react';
import type {Clock} from '../../base/clock.ts';
import type {AppStore} from '../../state/app/store.ts';
import {pressKeys} from '../../state/keys/route-key.ts';
import {decodeInput, isPaste, isReply, piecesOf} from '../../state/keys/terminal-input.ts';
import {useScreenContext} from '../context.ts';

/** The control of the terminal that the router can lend to another program. */
export interface TerminalControl {
  /** Release the terminal while another program uses it, then redraw; set after mounting. */
  suspend?: (use: () => Promise<void>) => Promise<void>;
}

interface Props {
  readonly control: TerminalControl;
  readonly clock: Clock;
}

/** Milliseconds to wait for the rest of a sequence, as in Ink; after that it was a key. */
const msForRest = 20;
/** Milliseconds to wait for the rest of a terminal reply over a slow line; it is never a key. */
const msForReply = 1000;

/**
 * The one place where keys arrive. It receives the input of the terminal when Ink reads it (Node: a
 * stream that is read by hand emits `data` before `read` returns).
 */
export function KeyRouter({control, clock}: Props) {
  const {app} = useScreenContext();
  const {stdin, setRawMode} = useStdin();
  const {suspendTerminal} = useApp();

  useEffect(() => {
    let rest = '';
    let waiting = new AbortController();
    const received = (pieces: readonly string[]) => {
      try {
        receivePieces(app, pieces);
      } catch (error) {
        app.fault(error);
      }
    };
    const receive = (chunk: unknown) => {
      waiting.abort();
      const sent = piecesOf(rest + String(chunk));
      rest = sent.rest;
      if (rest !== '' && !isPaste(rest)) {
        waiting = new AbortController();
        // The rest arrived in time: the aborted wait is reported as a failure by `sleep`.
        clock
          .sleep(isReply(rest) ? msForReply : msForRest, waiting.signal)
          .then(receiveRest, () => undefined);
      }
      received(sent.pieces);
    };
    const receiveRest = () => {
      const key = rest;
      rest = '';
      received([key]);
    };
    const listen = () => void stdin.on('data', receive);
    control.suspend = use => {
      // A stream with a listener keeps reading, and would take input of another program.
      stdin.off('data', receive);
      return suspendTerminal(() => {
        const used = use();
        // Listen before Ink continues: a key in between would be lost.
        used.then(listen, listen);
        return used;
      });
    };
    setRawMode(true);
    listen();
    return () => {
      waiting.abort();
      stdin.off('data', receive);
      setRawMode(false);
    };
  }, [app, control, clock, stdin, setRawMode, suspendTerminal]);

  // Enable bracketed paste; the text itself arrives with the keys, in order.
  usePaste(() => undefined);
  return null;
}

/** Handle the parts of one chunk of terminal input, in order. */
function receivePieces(app: AppStore, pieces: readonly string[]): void {
  for (const piece of pieces) {
    const input = decodeInput(piece);
    if (input.kind === 'keys') pressKeys(app, input.keys);
    else app.dispatch(input);
  }
}
