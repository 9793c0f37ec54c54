import {isObject, readPointer} from '../../base/json-value.ts';
import {openLocation} from '../../state/model/locations.ts';
import type {Params} from '../../state/model/params.ts';
import {type Row, valueInRow} from '../../state/model/row.ts';
import {tabsOf} from '../../state/model/screens.ts';
import {type AppState, viewOf} from '../../state/model/state.ts';
import {noEffects, type Transition} from '../../state/model/transition.ts';
import {describeRow} from '../../state/views/list/open-row.ts';
import {personCrumb} from './access-lists.ts';
import {questionOf} from './access-question.ts';

const textIn = (row: Row, pointer: string): string => String(valueInRow(row, [pointer]) ?? '');

/** Open what is behind a row: the person, the project, the permission, or the object of a step. */
export function openAccessRow(state: AppState, row: Row): Transition {
  const view = viewOf(state, 'list');
  if (view === undefined) return noEffects(state);
  const {crumb: _, ...params} = view.params;
  const open = (screen: string, more: Params) => {
    const own = {...params, ...more};
    const made = tabsOf(state.screens, screen, {...own, crumb: personCrumb(own), ...more});
    return openLocation(state, {...made, of: {view: view.key, row: row.id}});
  };
  const {projects} = questionOf(params);
  switch (view.resource.id) {
    case 'access-people': {
      const more = {accountId: textIn(row, '/accountId'), userName: textIn(row, '/user')};
      const [only, ...others] = projects ?? [];
      if (valueInRow(row, ['/isGlobal']) === true) return open('access-permissions', more);
      return only === undefined || others.length > 0
        ? open('access-projects', more)
        : open('access-permissions', {...more, project: only});
    }
    case 'access-projects':
      return open('access-permissions', {project: textIn(row, '/key')});
    case 'access-permissions':
      return open('access-why', {
        permission: textIn(row, '/key'),
        crumb: `${textIn(row, '/name')}: ${personCrumb(params)}`,
      });
    default:
      return openStep(state, row) ?? describeRow(state, view);
  }
}

/** Open the object of a step of a path. */
function openStep(state: AppState, {value, name}: Row): Transition | undefined {
  const screen = readPointer(value, '/screen');
  const params = readPointer(value, '/params');
  if (typeof screen !== 'string' || !isObject(params)) return undefined;
  const texts = Object.entries(params).map(([key, one]) => [key, String(one)] as const);
  const made = tabsOf(state.screens, screen, {crumb: name, ...Object.fromEntries(texts)});
  return openLocation(state, made);
}
