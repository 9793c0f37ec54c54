import {holderOfGrant, recipientOf} from '../../api/access/holders.ts';
import {listAt, readPointer} from '../../base/json-value.ts';
import type {SiteChange, SiteDifference} from '../../site/diff.ts';
import {schemeJson} from '../../site/scheme-json.ts';
import {ofKind} from '../../state/model/location.ts';
import {openLocation} from '../../state/model/locations.ts';
import {showNotice} from '../../state/model/notice.ts';
import type {Row} from '../../state/model/row.ts';
import {tabsOf} from '../../state/model/screens.ts';
import {type AppState, viewOf} from '../../state/model/state.ts';
import {noEffects, type Transition} from '../../state/model/transition.ts';
import {describeRow} from '../../state/views/list/open-row.ts';
import {cellAtCursor} from '../../state/views/matrix/shown-matrix.ts';
import type {MatrixView} from '../../state/views/matrix/state.ts';
import {type Part, partsInRow, partsOf, type SiteComparison} from './compared.ts';

/** Screens that show two schemes as one matrix. */
const screens: Readonly<Record<string, string>> = {
  'permission-schemes': 'permission-elsewhere-matrix',
  'notification-schemes': 'notification-elsewhere-matrix',
};

/**
 * Enter on a scheme: both sides in one matrix. Other rows are described.
 *
 * @param compared the comparison on the screen
 */
export function openDifference(
  state: AppState,
  row: Row,
  compared: SiteComparison | undefined,
): Transition {
  const view = viewOf(state, 'list');
  if (view === undefined) return noEffects(state);
  const found = compared && schemeIn(partsInRow(row, compared));
  const screen = found && screens[found.kind];
  if (compared === undefined || found?.read === undefined || screen === undefined) {
    return describeRow(state, view);
  }
  const {name, wanted, read, kind} = found;
  if (wanted === undefined) return describeRow(state, view);
  const {value, leftOut} = schemeJson(wanted, compared.comparison);
  const leftName = `${name} of ${compared.from}`;
  const params = {
    saved: JSON.stringify(value),
    right: read.id,
    leftName,
    rightName: read.siteName ?? read.name,
    difference: JSON.stringify([kind, name]),
    crumb: `${name} and ${compared.from}`,
  };
  const made = tabsOf(state.screens, screen, params);
  const tab = made.tabs.findIndex(({spec}) => ofKind(spec, 'matrix') !== undefined);
  const step = openLocation(state, {...made, tab, of: {view: view.key, row: row.id}});
  if (leftOut.length === 0) return step;
  const text = `not in the matrix: ${leftOut.join(', ')}`;
  return {...step, state: showNotice(step.state, text, 'warn')};
}

/** The changed scheme that all parts belong to. */
function schemeIn(parts: readonly Part[]): SiteDifference | undefined {
  const [found, ...others] = new Set(parts.map(({difference}) => difference));
  return found?.action === 'update' && others.length === 0 ? found : undefined;
}

/** The parts of the difference that the cell under the cursor shows. */
export function partsOfCell(view: MatrixView, compared: SiteComparison): readonly Part[] {
  const {row, column} = cellAtCursor(view) ?? {};
  if (row === undefined || column === undefined) return [];
  return partsOf(compared).filter(({difference, changes: [change]}) => {
    const {kind, name} = difference;
    return (
      change?.group !== undefined &&
      view.params.difference === JSON.stringify([kind, name]) &&
      (change.group === row.id || change.group === row.name) &&
      holderLabel(difference, change, compared) === column.label
    );
  });
}

/** The title of the column of an entry. */
function holderLabel(
  {wanted}: SiteDifference,
  {group = '', old, new: next = old ?? null}: SiteChange,
  {comparison}: SiteComparison,
): string | undefined {
  if (wanted === undefined) return undefined;
  const {value} = schemeJson(wanted, comparison, [[group, next]]);
  const [grant] = listAt(value, '/permissions');
  if (grant !== undefined) return holderOfGrant(grant).label;
  const notification = readPointer(value, '/notificationSchemeEvents/0/notifications/0');
  return notification === undefined ? undefined : recipientOf(notification).label;
}
