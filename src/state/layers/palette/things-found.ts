import {findList} from '../../model/screens.ts';
import type {AppState} from '../../model/state.ts';
import type {AppEvent} from '../../model/step.ts';
import type {PaletteCommand} from './palette-command.ts';
import {suggestions} from './suggest.ts';

/** What a list found, offered while the text is the same; the line under the cursor stays that line. */
export function thingsFound(
  state: AppState,
  {text, list, within, items}: Extract<AppEvent, {kind: 'found'}>,
  commands: readonly PaletteCommand[],
): AppState {
  const {prompt} = state;
  if (prompt?.kind !== 'palette' || prompt.text.trim() !== text) return state;
  const need = findList(state.screens, list)?.needs[0];
  const params = need === undefined || within === undefined ? {} : {[need]: within};
  const found = [...(prompt.found ?? []), {list, params, items}];
  const next = {...prompt, found, asking: Math.max(0, (prompt.asking ?? 0) - 1)};
  const known = {...state, prompt: next};
  if (prompt.cursor === 0 || items.length === 0) return known;
  const label = suggestions(prompt.text, state, commands)[prompt.cursor]?.label;
  const at = suggestions(prompt.text, known, commands).findIndex(one => one.label === label);
  return at === -1 ? known : {...known, prompt: {...next, cursor: at}};
}
