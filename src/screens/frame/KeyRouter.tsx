import {useApp, usePaste, useStdin} from 'ink';
import {useEffect} from 'react';
import {insertedInto} from '../../base/text-caret.ts';
import type {DrawnText} from '../../components/TextField.tsx';
import {mouseActOf} from '../../state/app/mouse.ts';
import type {AppStore} from '../../state/app/store.ts';
import {keysOf} from '../../state/keys/keypress.ts';
import {pressKeys, routeKey} from '../../state/keys/route-key.ts';
import {isLightBackground, makeReplyReader} from '../../state/look/terminal-reply.ts';
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

interface Emitter {
  on(name: 'input', listener: (sequence: string) => void): void;
  removeListener(name: 'input', listener: (sequence: string) => void): void;
}

/**
 * The one place where keys arrive. It listens to what Ink read from the terminal before anything
 * else does, since it is mounted first, and decides whether a text field may take it.
 */
export function KeyRouter({gate}: {readonly gate: FieldGate}) {
  const {app} = useScreenContext();
  const stdin = useStdin();
  // Ink's own useInput does not tell function keys or alt with arrows; its emitter has the raw text.
  const emitter = (stdin as unknown as {internal_eventEmitter?: Emitter}).internal_eventEmitter;
  const {setRawMode} = stdin;
  const {suspendTerminal} = useApp();

  useEffect(() => {
    if (emitter === undefined) throw new Error('this version of Ink hands keys round differently');
    const replies = makeReplyReader(reply => {
      const light = isLightBackground(reply);
      if (light !== undefined) app.dispatch({kind: 'background', light});
    });
    const listener = (sequence: string) => {
      // A field takes its input from Ink by itself: a reply must find it closed.
      gate.open = false;
      const act = mouseActOf(sequence);
      if (act !== undefined) return app.dispatch({kind: 'mouse', act});
      const typed = replies.take(sequence);
      if (typed !== undefined) receiveKeys(app, gate, typed);
    };
    gate.suspend = suspendTerminal;
    setRawMode(true);
    emitter.on('input', listener);
    return () => {
      emitter.removeListener('input', listener);
      setRawMode(false);
    };
  }, [app, gate, emitter, setRawMode, suspendTerminal]);

  usePaste(text => {
    const {prompt} = app.store.getState();
    if (prompt === undefined) return;
    const {fresh = false, caret} = ofKind(prompt, 'field') ?? {};
    const kept = fresh ? '' : prompt.text;
    const edited =
      caret === undefined
        ? {text: kept + text.replace(/\s+/g, ' ')}
        : insertedInto({text: kept, caret: fresh ? 0 : caret}, text.replace(/\r\n?/g, '\n'));
    app.dispatch({kind: 'prompt', event: {kind: 'changed', ...edited, fromField: false}});
  });
  return null;
}

/**
 * Handles what the terminal sent in one piece. Typed quickly, several keys come together: those
 * meant for a field that is not drawn yet are put into its text here.
 */
function receiveKeys(app: AppStore, gate: FieldGate, sequence: string): void {
  const keys = keysOf(sequence);
  const {prompt} = app.store.getState();
  const {drawn} = gate;
  const fieldDrawn = prompt?.text === drawn?.text && prompt?.revision === drawn?.revision;
  const routes = () => keys.map(key => routeKey(app.store.getState(), key, app.parts.keys));
  gate.open =
    prompt !== undefined &&
    fieldDrawn &&
    keys.length > 0 &&
    routes().every(route => route.kind === 'field');
  if (gate.open) return;
  pressKeys(app, keys);
}
