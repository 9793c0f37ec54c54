import {findBinding, type KeyParts, unknownKeyText} from '../../keys/route-key.ts';
import {isPrintable, typedBehind} from '../../keys/terminal-input.ts';
import type {Line} from '../../model/line.ts';
import type {AppState} from '../../model/state.ts';
import type {Layer, Routed} from '../../model/step.ts';
import {commandsOfWrite, writeNote} from '../../write/plan-commands.ts';
import type {MenuStage, WriteEvent, WriteStage} from '../../write/state.ts';
import {askLines, confirmLines, menuLines} from './dialog-lines.ts';
import {previewLines, runLines} from './write-lines.ts';

/** A write: its stages are scopes of the key table. */
export const writeLayer: Layer<WriteStage> = {
  scope: ({stage}) => stage,
  key: writeKey,
  together: (write, keys) => (beginsWord(write, keys) ? ['/', ...keys] : keys),
  // What is being sent goes on.
  goes: ({stage}) => stage !== 'running',
  note: (_, state) => writeNote(state),
  command: (_, state) => commandsOfWrite(state)[0],
  spoken: spokenWrite,
};

/**
 * In a menu of letters a word is looked for: its first letter does no verb, and the others nothing
 * to what that would have opened.
 */
function beginsWord(write: WriteStage, [first, second = '']: readonly string[]): boolean {
  return (
    write.stage === 'menu' &&
    write.typed === undefined &&
    isPrintable(second) &&
    write.entries.some(({key}) => key !== undefined && key === first)
  );
}

function writeKey(
  state: AppState,
  write: WriteStage,
  key: string,
  parts: KeyParts,
): Routed | undefined {
  if (write.stage === 'menu') return menuKey(state, write, key, parts);
  if (write.stage === 'preview') {
    if (!isPrintable(key) || findBinding(state, key, parts) !== undefined) return undefined;
    return inWrite({kind: 'stray', key, text: unknownKeyText(state, key, parts)});
  }
  return dialogKey(write, key);
}

/**
 * In the menu a letter chooses its entry. `/`, or a character that does nothing there, begins to type
 * what is looked for; from then on all of them are typed.
 */
function menuKey(
  state: AppState,
  {typed, entries}: MenuStage,
  key: string,
  parts: KeyParts,
): Routed | undefined {
  if (typed === undefined) {
    if (entries.some(entry => entry.key === key)) return inWrite({kind: 'letter', letter: key});
    if (key === '/') return inWrite({kind: 'text', text: ''});
    const isFree = isPrintable(key) && findBinding(state, key, parts) === undefined;
    return isFree ? inWrite({kind: 'text', text: key}) : undefined;
  }
  const text = typedBehind(typed, key);
  return text === undefined ? undefined : inWrite({kind: 'text', text});
}

/** What is typed into a dialog of a write; undefined where it takes no text. */
function dialogKey(write: WriteStage, key: string): Routed | undefined {
  const isName = write.stage === 'confirm' && write.plan.risk === 3;
  if (write.stage !== 'ask' && !isName) return undefined;
  const text = write.stage === 'ask' ? write.text : write.typed;
  const typed = typedBehind(text, key) ?? text;
  return typed === text ? undefined : inWrite({kind: 'text', text: typed});
}

function inWrite(made: WriteEvent): Routed {
  return {kind: 'write', event: made};
}

/** What a screen reader is to say about a write: what it would do, what it asks, what became of it. */
function spokenWrite(write: WriteStage, state: AppState): readonly string[] {
  switch (write.stage) {
    case 'menu': {
      const {title, lines, selected} = menuLines(write, state);
      const line = lines[selected ?? 0];
      return [
        title,
        `${write.cursor + 1} of ${write.entries.length}: ${texts(line ? [line] : []).join(' ')}`,
      ];
    }
    case 'ask':
      return [write.menu.title, ...texts(askLines(write, state.columns).lines)];
    case 'preview': {
      const {head, body} = previewLines(write, state);
      const trouble = write.trouble === undefined ? [] : texts(body);
      return [...texts(head), ...trouble, writeNote(state), ...commandsOfWrite(state).slice(0, 1)];
    }
    case 'confirm': {
      const {title, lines} = confirmLines(write, state);
      const focus = `the focus is on ${write.focus === 'cancel' ? 'Cancel' : 'Send'}`;
      return [title, ...texts(lines), ...(write.plan.risk === 3 ? [] : [focus])];
    }
    case 'running':
    case 'report': {
      const {head, body} = runLines(write, state);
      return [...texts(head), ...texts(body.slice(write.top, write.top + 1))];
    }
  }
}

/** Lines as a voice can say them: none empty. */
function texts(lines: readonly Line[]): string[] {
  return lines
    .map(line =>
      line
        .map(span => span.text)
        .join('')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(text => /[^\s\u2500]/.test(text));
}
