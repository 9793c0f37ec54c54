import {safeText} from '../../base/safe-text.ts';
import type {KeyBinding} from '../keys/binding.ts';
import {chooserLines} from '../layers/columns/chooser.ts';
import {helpEntries} from '../layers/help/help.ts';
import type {PaletteCommand} from '../layers/palette/palette-command.ts';
import {suggestions} from '../layers/palette/suggest.ts';
import {spokenWrite} from '../layers/write/spoken-write.ts';
import {type AppState, currentLocation, currentView, viewOf} from '../model/state.ts';
import {kindOf, type Parts} from '../model/step.ts';

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
  if (prompt?.kind === 'palette') {
    const found = suggestions(prompt.text, state, parts.commands)[prompt.cursor];
    if (found !== undefined) return [`${safeText(found.label)}: ${safeText(found.effect)}`];
    return [prompt.asking > 0 ? 'looking on the server' : 'nothing is called that'];
  }
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
