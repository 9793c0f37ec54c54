import {useApp, usePaste, useStdin} from 'ink';
import {useEffect} from 'react';
import type {Clock} from '../../base/clock.ts';
import {insertText} from '../../base/text-caret.ts';
import type {DrawnText} from '../../components/TextField.tsx';
import type {AppStore} from '../../state/app/store.ts';
import {pressKeys, routeKey} from '../../state/keys/route-key.ts';
import {inputOf, isPaste, isReply, keysOf, piecesOf} from '../../state/keys/terminal-input.ts';
import {ofKind} from '../../state/model/location.ts';
import {useScreenContext} from '../context.ts';

/** Whether the text field may take the input that is being handed round right now. */
export interface FieldGate {
  open: boolean;
  /** The text on the screen, while a field has it. */
  drawn?: DrawnText | undefined;
  /** Gives the terminal away while something else uses it, then draws all again; there once it is mounted. */
  suspend?: (use: () => Promise<void>) => Promise<void>;
}

interface Props {
  readonly gate: FieldGate;
  readonly clock: Clock;
}

/** How long the rest of a sequence may take to come, as Ink waits for it: after that it was a key. */
const msForRest = 20;
/** How long the rest of a reply of the terminal may take, over a slow line: it is no key, whatever comes. */
const msForReply = 1000;

/**
 * The one place where keys arrive. It hears what the terminal sent when Ink reads it (Node: a stream
 * that is read by hand tells `data` before `read` returns), and so before any text field does, and
 * decides whether a field may take it.
 */
export function KeyRouter({gate, clock}: Props) {
  const {app} = useScreenContext();
  const {stdin, setRawMode} = useStdin();
  const {suspendTerminal} = useApp();

  useEffect(() => {
    let rest = '';
    let waiting = new AbortController();
    const received = (pieces: readonly string[]) => {
      try {
        receivePieces(app, gate, pieces);
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
        // More came in time: the wait ends by being aborted, which sleep reports as a failure.
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
    gate.suspend = use => {
      // A stream that is listened to reads on, and would take what is meant for another program.
      stdin.off('data', receive);
      return suspendTerminal(() => {
        const used = use();
        // Before Ink goes on, and not a moment later: a key between the two would be lost.
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
  }, [app, gate, clock, stdin, setRawMode, suspendTerminal]);

  // Makes the terminal mark what is pasted; the text itself comes with the keys around it, in order.
  usePaste(() => undefined);
  return null;
}

/**
 * Handles what the terminal sent at once. A field takes a single piece from Ink by itself, when it is
 * drawn; of several keys typed quickly those meant for it are put into its text here.
 */
function receivePieces(app: AppStore, gate: FieldGate, pieces: readonly string[]): void {
  gate.open = pieces.length === 1 && pieces.every(piece => isForField(app, gate, piece));
  if (gate.open) return;
  for (const piece of pieces) {
    const input = inputOf(piece);
    if (input.kind === 'keys') pressKeys(app, input.keys);
    else if (input.kind === 'paste') paste(app, input.text);
    else app.dispatch(input);
  }
}

/** A paste goes into what is being typed, and nowhere else; into one line as one line. */
function paste(app: AppStore, text: string): void {
  const {prompt} = app.store.getState();
  if (prompt === undefined) return;
  const {fresh = false, caret} = ofKind(prompt, 'field') ?? {};
  const kept = fresh ? '' : prompt.text;
  const edited =
    caret === undefined
      ? {text: kept + text.replace(/\s+/g, ' ')}
      : insertText({text: kept, caret: fresh ? 0 : caret}, text.replace(/\r\n?/g, '\n'));
  app.dispatch({kind: 'prompt', event: {kind: 'changed', ...edited, fromField: false}});
}

function isForField(app: AppStore, {drawn}: FieldGate, piece: string): boolean {
  const state = app.store.getState();
  const {prompt} = state;
  if (prompt === undefined) return false;
  const isDrawn = prompt.text === drawn?.text && prompt.revision === drawn.revision;
  const keys = keysOf(piece);
  const routes = () => keys.map(key => routeKey(state, key, app.registry));
  return isDrawn && keys.length > 0 && routes().every(route => route === 'field');
}
