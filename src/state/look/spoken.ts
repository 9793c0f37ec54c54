import {safeText} from '../../base/safe-text.ts';
import type {KeyBinding} from '../keys/binding.ts';
import {chooserLines} from '../layers/columns/chooser.ts';
import {helpEntries} from '../layers/help/help.ts';
import type {PaletteCommand} from '../layers/palette/palette-command.ts';
import {promptKinds} from '../layers/prompt/prompt-kinds.ts';
import {askLines, confirmLines, menuLines} from '../layers/write/dialog-lines.ts';
import {previewLines, runLines} from '../layers/write/write-lines.ts';
import type {Line} from '../model/line.ts';
import {type AppState, currentLocation, currentView, viewOf} from '../model/state.ts';
import {kindOf, type Parts} from '../model/step.ts';
import {commandsOfWrite, writeNote} from '../write/plan-commands.ts';

/** What is said needs the keys and the commands too, where those are listed. */
interface SpokenParts extends Parts {
  readonly keys: readonly KeyBinding[];
  readonly commands: readonly PaletteCommand[];
}

/**
 * What a screen reader is to say about the screen: where one is, what the cursor is on in full,
 * what went wrong. One line each; the same as before is not said again.
 */
export function spokenLines(state: AppState, parts: SpokenParts): readonly string[] {
  const place = currentLocation(state);
  const tab = place.tabs.length > 1 ? `, tab ${place.tabs[place.tab]?.title ?? ''}` : '';
  return [
    `${safeText(place.crumb)}${tab}${state.help ? ', help' : ''}`,
    ...(whatLiesOver(state, parts) ?? whatIsHere(state, parts)),
    ...(state.notice === undefined ? [] : [safeText(state.notice.text)]),
    ...(state.prompt?.problem === undefined ? [] : [safeText(state.prompt.problem)]),
  ].map(sayable);
}

/** Bars and frames are for eyes: the numbers beside them say the same. */
function sayable(text: string): string {
  return text
    .replace(/[\u2500-\u259f]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** The line under the cursor of what lies over the view; undefined where nothing does. */
function whatLiesOver(state: AppState, parts: SpokenParts): readonly string[] | undefined {
  const {help, prompt, copyMenu, chooser} = state;
  const said = prompt && promptKinds[prompt.kind].spoken?.(state, prompt, parts);
  if (said !== undefined) return [said];
  if (help !== undefined) {
    const entry = helpEntries(state, parts.keys)[help.cursor];
    if (entry === undefined) return ['no key'];
    return [
      `${entry.keys}: ${entry.label}${entry.reason === undefined ? '' : `, ${entry.reason}`}`,
    ];
  }
  if (copyMenu !== undefined) {
    const item = copyMenu.items[copyMenu.cursor];
    return (
      item && [`copy ${item.key}, ${safeText(item.label)}: ${safeText(item.text.slice(0, 200))}`]
    );
  }
  const list = viewOf(state, 'list');
  if (chooser === undefined || list === undefined) return undefined;
  const line = chooserLines(list.resource)[chooser.cursor];
  return line && [`column ${safeText(line.title)}, ${line.isShown ? 'shown' : 'hidden'}`];
}

function whatIsHere(state: AppState, parts: SpokenParts): readonly string[] {
  if (state.write !== undefined) return spokenWrite(state);
  const view = currentView(state);
  if (view.load.status === 'failed') {
    const {title, text, advice} = view.load.trouble;
    return [title, text, ...advice].map(safeText);
  }
  return kindOf(view, parts).spoken?.(view, state, parts) ?? [];
}

/** What a screen reader is to say about a write: what it would do, what it asks, what became of it. */
function spokenWrite(state: AppState): readonly string[] {
  const {write, columns} = state;
  switch (write?.stage) {
    case undefined:
      return [];
    case 'menu': {
      const {title, lines, selected} = menuLines(write, state);
      const line = lines[selected ?? 0];
      return [
        title,
        `${write.cursor + 1} of ${write.entries.length}: ${texts(line ? [line] : []).join(' ')}`,
      ];
    }
    case 'ask':
      return [write.menu.title, ...texts(askLines(write, columns).lines)];
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
