import type {AppState} from '../model/state.ts';
import type {KeyBinding, KeyScope} from './binding.ts';
import {bindingsHere} from './table.ts';

const places: Readonly<Partial<Record<KeyScope, string>>> = {
  list: 'in lists',
  text: 'in texts',
  form: 'in forms',
  matrix: 'in a matrix',
};

/** What is said when a key does nothing: the nearest key that does something, and where all are listed. */
export function unknownKeyText(state: AppState, key: string, table: readonly KeyBinding[]): string {
  const other = key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase();
  const near = bindingsHere(state, table).find(
    b => b.keys.includes(other) && b.needs?.(state) === undefined,
  );
  if (near !== undefined && other !== key) {
    return `${key} does nothing here; ${other}: ${firstWords(near.label)}; ? lists the keys`;
  }
  const elsewhere = table.find(b => b.keys.includes(key) && b.scopes.some(s => places[s]));
  const where = elsewhere?.scopes.flatMap(scope => places[scope] ?? [])[0];
  if (elsewhere === undefined || where === undefined) {
    return `${key} does nothing here: ? lists the keys`;
  }
  return `${key} does nothing here (${where}: ${firstWords(elsewhere.label)}); ? lists the keys`;
}

function firstWords(label: string): string {
  return label.split(/[:;,(]/)[0]?.trim() ?? label;
}
