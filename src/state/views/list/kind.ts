import {groupedNumber} from '../../../base/grouped-number.ts';
import {readPointer} from '../../../base/json-value.ts';
import {type KeyBinding, key, keysIn, needIn, needsLoaded} from '../../keys/binding.ts';
import {autoTimer} from '../../locations/refresh.ts';
import {
  actionForView,
  describeAtCursor,
  openAtCursor,
  showRawAtCursor,
} from '../../model/actions.ts';
import {loadingText, restartLoad} from '../../model/load.ts';
import {loadSlot, localPage, slowTimer, withView} from '../../model/locations.ts';
import {openFilter} from '../../model/open-prompt.ts';
import {rowNamed, withFilledValues} from '../../model/row.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {
  type Effect,
  type Kinds,
  noEffects,
  type Registry,
  type Transition,
} from '../../model/transition.ts';
import {bodyLines} from '../../model/viewport.ts';
import {cellOf} from './cells.ts';
import {countsOfList, countText} from './count-text.ts';
import {addPage} from './list-page.ts';
import {
  clampCursor,
  initialItemCount,
  isFollowingTail,
  listRequirements,
  moveCursor,
  needsRow,
  rowAtCursor,
  stopFollowing,
  stopReadingRest,
} from './list-update.ts';
import {clearSelection} from './marks.ts';
import {describeRow, needsRaw, openRow, rawRow} from './open-row.ts';
import {reverseOrder, sortByColumn} from './pick-column.ts';
import {withPreference} from './preferences.ts';
import {ownId, visibleRows} from './rows.ts';
import type {ListView} from './state.ts';

export const listKind: Kinds['list'] = {
  make: makeList,
  load(view, {localLists: local}) {
    const {key, resource, params} = view;
    if (resource.local !== undefined) {
      return local[resource.local]?.rows === undefined ? [slowTimer(key)] : [];
    }
    // A refresh reads as many rows as are loaded, so that none are lost.
    const wanted = view.toEnd
      ? Number.MAX_SAFE_INTEGER
      : Math.max(initialItemCount, view.rows.length);
    return [
      {kind: 'load', slot: loadSlot(key), view: key, resource, params, wanted},
      slowTimer(key),
    ];
  },
  // Values that were filled in by further requests are requested again.
  reset: view =>
    view.resource.fills === undefined
      ? view
      : {
          ...view,
          asked: [],
          named: undefined,
          rows: view.rows.map(row => (row.filled ? withFilledValues(row, undefined) : row)),
        },
  refresh(state, {resource}, {localLists: local}) {
    if (resource.local === undefined) return undefined;
    return local[resource.local]?.again?.(state) ?? noEffects(state);
  },
  hasContent: ({rows}) => rows.length > 0,
  id(view) {
    const row = rowAtCursor(view);
    return row && ownId(row);
  },
  command: listCommand,
  description: ({resource}) => resource.about,
  counts: countsOfList,
  announcement: announcedList,
  onQueryChange(state, view, text) {
    const filtered = filteredBy(view, text, state);
    const {problem} = visibleRows(filtered);
    const changed = withView(state, filtered);
    return state.prompt ? {...changed, prompt: {...state.prompt, problem}} : changed;
  },
  needs: listRequirements,
  // Leaving the view may have cancelled its load and its fills.
  onReturn: view => ({
    view: {...stopReadingRest(view), asked: []},
    effects: [
      ...(view.more && view.load.status !== 'loading'
        ? [{kind: 'read', view: view.key, resumes: true} as const]
        : []),
      ...(view.auto ? [autoTimer(view.key)] : []),
    ],
  }),
  reads({resource: {sources, fills = []}}) {
    return [...sources, ...fills.map(({call}) => call)];
  },
  scroll: (view, to, state) => ({
    ...moveCursor(stopFollowing(view), to(view.cursor), bodyLines(state)),
    toEnd: false,
  }),
  // Clicking the selected row opens it.
  onClick(state, view, line, registry) {
    const index = view.top + line;
    if (index >= visibleRows(view).rows.length) return noEffects(state);
    if (index === view.cursor) return openRow(state, view, registry);
    return noEffects(withView(state, moveCursor(view, index, bodyLines(state))));
  },
  open: openRow,
  describe: describeRow,
  raw: rawRow,
  back(view, state) {
    if (view.filter !== '') return filteredBy(view, '', state);
    const isMarked = view.marked.size > 0 || view.anchor !== undefined;
    return isMarked ? clearSelection(view) : undefined;
  },
  clampCursor: (view, state) => clampCursor(view, bodyLines(state)),
};

function filteredBy(view: ListView, filter: string, state: AppState): ListView {
  // The cursor goes to the row with that name, else it stays, else it goes to the first match.
  const filtered = {...view, filter, cursor: 0, toEnd: isFollowingTail(view)};
  const cursorId = rowNamed(visibleRows(filtered).rows, filter)?.id ?? view.cursorId;
  return clampCursor({...filtered, cursorId}, bodyLines(state));
}

type ListSpec = Parameters<Kinds['list']['make']>[1];

/** Create a list with its stored settings; local rows are available at once. */
function makeList(
  key: number,
  spec: ListSpec,
  state: AppState,
  {localLists: local}: Registry,
): ListView {
  const {resource, params, filter = '', startsOn, look = state.preferences[resource.id]} = spec;
  const bare: ListView = {
    kind: 'list',
    key,
    load: {status: 'loading', shown: false},
    sent: [],
    resource,
    params,
    source: 0,
    rows: [],
    total: undefined,
    pageSize: 0,
    more: false,
    note: undefined,
    cursorId: undefined,
    startsOn,
    cursor: 0,
    top: 0,
    filter,
    sort: resource.sort,
    column: undefined,
    wide: false,
    left: 0,
    toEnd: false,
    auto: false,
    fresh: new Set(),
    changed: new Map(),
    marked: new Set(),
    anchor: undefined,
    asked: [],
  };
  const view = withPreference(bare, look);
  const items = local[resource.local ?? '']?.rows?.(state);
  if (items === undefined) return view;
  return addPage(view, localPage(items, true, state.nowMs), bodyLines(state));
}

/** Limit of further pages that are read without asking. */
const maxPagesUnasked = 5;

/**
 * Go to the last loaded row; if the server has more, load the rest.
 *
 * @param isSure the user confirmed loading that many pages
 */
export function readRest(isSure: boolean) {
  return actionForView('list', (state: AppState, view): Transition => {
    if (!view.more) return noEffects(state);
    const pages = pagesLeft(view);
    if (!isSure && pages > maxPagesUnasked) {
      const text = `${groupedNumber(pages)} more pages on the server: G again loads all of them, ctrl+c stops`;
      return noEffects({...state, notice: {text, tone: 'warn', asks: 'readAll'}});
    }
    // After a failed or cancelled refresh, start over; the content stays meanwhile.
    if (view.load.status === 'ready' && view.load.left !== undefined) {
      const load = restartLoad(view.load);
      const next = withView(state, {...view, toEnd: true, load});
      return {state: next, effects: [{kind: 'read', view: view.key}]};
    }
    const more: Effect = {kind: 'more', view: view.key, wanted: Number.MAX_SAFE_INTEGER};
    return {state: withView(state, {...view, toEnd: true}), effects: [more]};
  });
}

/** The known number of further pages; 0 without a total. */
function pagesLeft({total, rows, pageSize}: ListView): number {
  if (total === undefined || pageSize === 0) return 0;
  return Math.ceil(Math.max(0, total - rows.length) / pageSize);
}

const listKey = keysIn('list');

const needsSort = needIn('list', ({sort}) =>
  sort === undefined ? 'not sorted: s sorts' : undefined,
);

/** A hint of a list that has rows, or may still get them. */
const whileItHasRows = (word: string) => (state: AppState) => {
  const view = viewOf(state, 'list');
  return view?.rows.length === 0 && view.load.status !== 'loading' ? undefined : word;
};

export const listKeys: readonly KeyBinding[] = [
  key('enter', 'open', openAtCursor, {scopes: ['list', 'home'], hint: 'open', needs: needsRow}),
  listKey('d', 'describe: all details, formatted', describeAtCursor, {
    hint: 'describe',
    needs: needsRow,
  }),
  key('y', 'raw response: JSON, then YAML, then fields', showRawAtCursor, {
    scopes: ['list', 'text'],
    hint: 'raw',
    needs: state => (viewOf(state, 'list') ? needsRaw(state) : needsLoaded(state)),
  }),
  listKey(
    '/',
    'filter: words, a | b, !not, ~fuzzy, /re/, column:word, column>3',
    actionForView('list', openFilter),
    {hint: whileItHasRows('filter'), always: true, anyRows: true},
  ),
  listKey('s', 'sort by the current column; again restores the server’s order', sortByColumn, {
    hint: whileItHasRows('sort'),
    anyRows: true,
  }),
  listKey('S', 'reverse the order', reverseOrder, {needs: needsSort, anyRows: true}),
];

/** The command of a list; for a local list, that of the row under the cursor. */
function listCommand(view: ListView): string | undefined {
  const {resource, live, sent} = view;
  const isOwn = resource.local !== undefined && live === undefined;
  if (!isOwn) return sent.at(-1)?.command;
  const command = readPointer(rowAtCursor(view)?.value, '/command');
  return typeof command === 'string' ? command : undefined;
}

const cellColumns = 200;

/** The announcement: the number of rows, and the row under the cursor in full. */
function announcedList(view: ListView, state: AppState): readonly string[] {
  const {rows} = visibleRows(view);
  const row = rows[view.cursor];
  if (row === undefined) {
    return [
      view.load.status === 'loading' ? loadingText(view.load) : `none. ${view.resource.empty}`,
    ];
  }
  const cells = view.resource.columns.flatMap(column => {
    const text = cellOf(column, row, state.nowMs, cellColumns, 'aloud').text.trim();
    // Values still being loaded are announced when they arrive.
    return text === '' || text === '…' ? [] : [`${column.title.toLowerCase()} ${text}`];
  });
  const marked = view.marked.has(row.id) ? ', selected' : '';
  const marks = view.marked.size === 0 ? '' : `, ${view.marked.size} selected`;
  return [
    countText(view) + marks,
    `${view.cursor + 1} of ${rows.length}${marked}: ${cells.join(', ')}`,
  ];
}
