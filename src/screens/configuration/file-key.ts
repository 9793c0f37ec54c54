import {siteKinds} from '../../site/kinds.ts';
import {key} from '../../state/keys/binding.ts';
import {openLocation} from '../../state/model/locations.ts';
import {valueInRow} from '../../state/model/row.ts';
import {tabsOf} from '../../state/model/screens.ts';
import {type AppState, viewOf} from '../../state/model/state.ts';
import {type Action, noEffects} from '../../state/model/transition.ts';
import {
  type ActionTarget,
  actionTarget,
  objectOnScreen,
} from '../../state/overlays/write/verbs-here.ts';
import {differenceList} from './differences.ts';
import {otherSideOf} from './last-comparison.ts';

/** The kind of configuration that a list shows, by the operations that list or read its rows. */
function kindIn({resource: {sources: [source] = [], describe}}: Pick<ActionTarget, 'resource'>) {
  const operations = new Set([source?.operation, describe?.call.operation]);
  return siteKinds.find(
    ({list, get, nameOf}) =>
      nameOf === undefined &&
      (operations.has(list.operation) || (get && operations.has(get.operation))),
  );
}

/** Parameters of the comparison of the row under the cursor, or of the object on the screen. */
function objectHere(state: AppState): Readonly<Record<string, string>> | undefined {
  const here = actionTarget(state);
  const at = here !== undefined && kindIn(here) !== undefined ? here : objectOnScreen(state);
  const kind = at && kindIn(at);
  const [row, ...others] = at?.rows ?? [];
  if (at === undefined || kind === undefined || row === undefined) return undefined;
  if (at.isMarked || others.length > 0) return undefined;
  const textOf = (...pointers: string[]): string => String(valueInRow(row, pointers) ?? '');
  const object = textOf(kind.idAt ?? '/id');
  const within =
    kind.layout === 'project'
      ? textOf('/key')
      : kind.layout === 'of project' && (at.params.project ?? textOf('/project', '/projectId'));
  if (object === '' || within === '') return undefined;
  return {kind: kind.id, object, name: row.name, ...(within !== false && {within})};
}

const compareWithFile: Action = state => {
  const from = otherSideOf(state);
  const found = objectHere(state);
  if (from === undefined || found === undefined) return noEffects(state);
  const {name, ...object} = found;
  const params = {from, ...object, crumb: `${name} and ${from}`};
  return openLocation(state, tabsOf(state.screens, differenceList.id, params));
};

/** Compares an object with its file in the folder of the profile, or the one compared last. */
export const fileKey = key('=', 'compare with its file', compareWithFile, {
  scopes: ['list', 'text'],
  only: state =>
    otherSideOf(state) !== undefined &&
    viewOf(state, 'list')?.resource.id !== differenceList.id &&
    objectHere(state) !== undefined,
  menu: 'Compare with its file',
});
