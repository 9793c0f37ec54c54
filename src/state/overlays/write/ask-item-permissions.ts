import {ofKind} from '../../model/location.ts';
import {type AppState, currentView} from '../../model/state.ts';
import {type Action, afterEvents, noEffects} from '../../model/transition.ts';
import {permittedItem, requestItemPermissions} from '../../write/item-permissions.ts';
import {menuOf, visibleEntries} from './verb-menu.ts';
import {actionTarget} from './verbs-here.ts';

/** Number of items whose permissions are requested when a menu or a form opens. */
const itemsAsked = 5;

/** Rebuild the open menu, which shows the reasons. */
const refreshMenu: Action = (state, registry) => {
  const {write} = state;
  if (write?.stage !== 'menu') return noEffects(state);
  const {cursor, all, typed} = write;
  const menu = {...menuOf(state, registry), cursor, all, typed};
  return noEffects({...state, write: {...menu, entries: visibleEntries(menu)}});
};

/** The items that the open menu or form acts on. */
function itemsHere(state: AppState) {
  const form = ofKind(currentView(state), 'form')?.use;
  const target = state.write?.stage === 'menu' ? actionTarget(state) : undefined;
  const rows = form?.rows ?? target?.rows ?? [];
  const verbs = form ? [form.verb] : (target?.resource.verbs ?? []);
  return rows.slice(0, itemsAsked).flatMap(row => permittedItem(verbs, row) ?? []);
}

/** Ask what the account may do with the items of a menu or form that opens. */
export const askItemPermissions = afterEvents(['act'], (_, step) => {
  const items = itemsHere(step.state);
  if (items.length === 0) return step;
  const {state, effects} = requestItemPermissions(step.state, items, refreshMenu);
  return {...step, state, effects: [...step.effects, ...effects]};
});
