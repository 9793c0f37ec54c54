import {clamp} from '../../../base/clamp.ts';
import {parseJsonValue, readFirstOf} from '../../../base/json-value.ts';
import {safeText} from '../../../base/safe-text.ts';
import {quoteWord} from '../../../base/shell-words.ts';
import {fetchResponse} from '../../ask/ask.ts';
import {paramsIdentifying} from '../../ask/row-params.ts';
import {hintUnlessFailed, type KeyBinding, keysIn, needIn} from '../../keys/binding.ts';
import {actionForView, describeAtCursor, openAtCursor, viewChange} from '../../model/actions.ts';
import type {Line} from '../../model/line.ts';
import {loadingText} from '../../model/load.ts';
import {openLocation, withView} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import {openSearch} from '../../model/open-prompt.ts';
import {findScreen, needsOfScreen, tabsOf} from '../../model/screens.ts';
import {type AppState, viewBehind} from '../../model/state.ts';
import {
  type Action,
  commandOf,
  type Kinds,
  noEffects,
  type Registry,
  type Transition,
} from '../../model/transition.ts';
import {bodyLines} from '../../model/viewport.ts';
import {textOfLine, widthOfLine} from '../../show/line-shape.ts';
import {openJq} from './jq.ts';
import type {TextView} from './state.ts';
import {isCollapsible, jumpTargets, linesOfText, matchingLines, textMargin} from './text-lines.ts';

const sidewaysBy = 8;
const nextForm = {describe: 'raw', raw: 'yaml', yaml: 'fields', fields: 'raw'} as const;

/** Switch to the next raw form: JSON, YAML, fields, and JSON again. */
function nextRawForm(state: AppState, view: TextView): Transition {
  return showForm(state, view, nextForm[view.form]);
}

/** Show another form of the same text, from its top. */
function showForm(state: AppState, view: TextView, form: TextView['form']): Transition {
  const shown = {...view, form, top: 0, left: 0, match: undefined};
  return noEffects(withView(state, shown));
}

/** Toggle wrapping of long lines. */
const toggleWrap: Action = actionForView('text', (state, view) => {
  const wrap = !view.wrap;
  const next = withView(state, {
    ...view,
    wrap,
    top: 0,
    left: 0,
    match: undefined,
  });
  return noEffects(
    showNotice(next, wrap ? 'long lines are wrapped' : 'long lines are cut: h l scroll', 'good'),
  );
});

/** Scroll a text sideways. */
const sideways = (by: number): Action =>
  viewChange('text', (view, state) => {
    const wanted = Math.max(0, (view.left ?? 0) + by * sidewaysBy);
    const room = state.columns - textMargin;
    const widest = linesOfText(view, state).reduce(
      (max, line) => Math.max(max, widthOfLine(line, wanted + room)),
      0,
    );
    const left = Math.min(Math.max(0, widest - room), wanted);
    return {...view, left};
  });

/** Go to the next or the previous match, wrapping around. */
const nextMatch = (by: number): Action =>
  actionForView('text', (state, view) => {
    const matches = jumpTargets(view, linesOfText(view, state));
    if (matches.length === 0) return noEffects(showNotice(state, 'no matches: / searches', 'warn'));
    const from = view.match ?? (by > 0 ? view.top - 1 : view.top + bodyLines(state));
    const after = by > 0 ? matches.find(i => i > from) : matches.findLast(i => i < from);
    const match = after ?? (by > 0 ? matches[0] : matches.at(-1)) ?? 0;
    return noEffects(withView(state, showMatch(view, match, state)));
  });

/** Scroll to a match if it is not visible. */
function showMatch(view: TextView, match: number, state: AppState): TextView {
  const lines = bodyLines(state);
  const isSeen = match >= view.top && match < view.top + lines;
  const last = Math.max(0, linesOfText(view, state).length - lines);
  const top = isSeen ? view.top : clamp(match - Math.floor(lines / 3), 0, last);
  return {...view, match, top};
}

/** The text of one object, described or raw. */
export const textKind: Kinds['text'] = {
  make: (key, spec, {nowMs}) => makeText(key, spec, nowMs),
  load: ({key, call, params}) => (call === undefined ? [] : fetchResponse(key, call, params)),
  hasContent: ({text}) => text !== '',
  id({text}) {
    if (text === '') return undefined;
    const id = readFirstOf(parseJsonValue(text), ['/id', '/accountId', '/key']);
    return id === undefined || typeof id === 'object' ? undefined : String(id);
  },
  // An applied filter is part of the equivalent command.
  command(view, state, registry) {
    const {sent, selected} = view;
    if (isFixed(view) && sent.length === 0) return commandBehind(state, registry);
    const command = sent.at(-1)?.command;
    if (command === undefined || selected === undefined) return command;
    return `${command} --jq ${quoteWord(selected.filter)}`;
  },
  description: () => 'One object or response: formatted, or raw as JSON, YAML and fields (y).',
  note: noteOfText,
  announcement(view, state) {
    if (view.text === '') return [loadingText(view.load)];
    const line = textOfLine(linesOfText(view, state)[view.top] ?? []).trim();
    // Columns beside each other are separate statements.
    return [line.replace(/ {3,}/g, ' · ')];
  },
  onQueryChange(state, view, text) {
    const searched = {...view, search: text, match: undefined};
    const first = matchingLines(linesOfText(view, state), text)[0];
    const next = first === undefined ? searched : showMatch(searched, first, state);
    return withView(state, next);
  },
  refresh: (state, view) => (isFixed(view) ? noEffects(state) : undefined),
  reads: ({call}) => (call === undefined ? [] : [call]),
  scroll(view, to, state) {
    const last = Math.max(0, linesOfText(view, state).length - bodyLines(state));
    return {...view, top: clamp(to(view.top), 0, last)};
  },
  open: openTarget,
  describe: (state, view) => showForm(state, {...view, selected: undefined}, 'describe'),
  raw: nextRawForm,
  back(view) {
    if (view.search !== '') return {...view, search: '', match: undefined};
    return view.selected && {...view, selected: undefined, top: 0, left: 0};
  },
  onResponse: (view, text) => ({...view, text}),
};

/** A text that came with its row has the command of its list. */
function commandBehind(state: AppState, registry: Registry): string | undefined {
  const view = viewBehind(state);
  return view && commandOf(view, state, registry);
}

/** Whether its text came with its row, so that no call reads it. */
function isFixed({call}: TextView): boolean {
  return call === undefined;
}

/** Expand the full response below a card, from any position, or collapse it. */
function toggleCard(state: AppState, view: TextView): Transition {
  const collapsed = linesOfText({...view, expanded: false}, state);
  const expanded = linesOfText(view, state).length === collapsed.length;
  const next = {...view, expanded, top: expanded ? view.top : 0, match: undefined};
  return noEffects(withView(state, next));
}

/** Open the target of a described object, such as the scheme of a project; else expand its card. */
function openTarget(state: AppState, view: TextView): Transition {
  const {opens, text, params} = view;
  if (text === '') return noEffects(state);
  if (opens === undefined) return isCollapsible(view) ? toggleCard(state, view) : noEffects(state);
  const needed = needsOfScreen(state.screens, opens.screen);
  const found = paramsIdentifying(opens.params, {value: parseJsonValue(text)}, params, needed);
  if (found === undefined)
    return noEffects(showNotice(state, 'the response does not name the linked object', 'warn'));
  return openLocation(state, tabsOf(state.screens, opens.screen, found));
}

type TextSpec = Parameters<Kinds['text']['make']>[1];

/** Make a text view; loaded already if the text came with its row. */
export function makeText(key: number, spec: TextSpec, nowMs: number): TextView {
  const bare = {
    kind: 'text',
    key,
    load: {status: 'loading', shown: false},
    sent: [],
    form: 'describe',
    call: undefined,
    params: {},
    document: undefined,
    text: '',
    top: 0,
    search: '',
  } as const;
  switch (spec.kind) {
    case 'describe': {
      const {call, params, document, opens, reader, card, expanded} = spec;
      return {...bare, call, params, document, opens, reader, card, expanded};
    }
    case 'text': {
      const {form, text, reader, card, expanded, sent = []} = spec;
      const load = {status: 'ready', atMs: nowMs} as const;
      return {...bare, load, form, text, reader, card, expanded, sent};
    }
  }
}

const textKey = keysIn('text');

const needsTarget = needIn('text', view => {
  const leads = view.opens !== undefined || isCollapsible(view);
  return leads && view.text !== '' ? undefined : 'nothing to open';
});

const needsRaw = needIn('text', ({form}) =>
  form === 'describe' ? 'already formatted: y shows the raw response' : undefined,
);

const needsCut = needIn('text', ({form, wrap}) =>
  form === 'describe' || wrap ? 'lines are wrapped: no need to scroll' : undefined,
);

export const textKeys: readonly KeyBinding[] = [
  textKey('enter', 'open the linked object, or all fields below a card', openAtCursor, {
    hint: 'open',
    needs: needsTarget,
  }),
  textKey('d', 'formatted view', describeAtCursor, {needs: needsRaw}),
  textKey('J', 'jq: filter the raw response, with live results', openJq),
  textKey('w', 'wrap or cut long lines', toggleWrap, {needs: needsRaw}),
  textKey('h left', 'scroll left', sideways(-1), {needs: needsCut}),
  textKey('l right', 'scroll right', sideways(1), {needs: needsCut}),
  textKey('/', 'search in the text', actionForView('text', openSearch), {
    hint: hintUnlessFailed('search'),
    always: true,
  }),
  textKey('n', 'next match, or next change of a comparison', nextMatch(1)),
  textKey('N', 'previous match or change', nextMatch(-1)),
];

/** The status of a text: the target of enter, the search, or the jq filter. */
function noteOfText(view: TextView, state: AppState): Line | undefined {
  if (view.opens !== undefined && view.text !== '') {
    const screen = findScreen(state.screens, view.opens.screen)?.title.toLowerCase() ?? '';
    return [{text: ` enter opens the ${screen}`, tone: 'dim'}];
  }
  if (view.search !== '') return searchNote(view, state);
  if (view.selected === undefined) return undefined;
  return [
    {text: ' jq ', tone: 'dim'},
    {text: safeText(view.selected.filter), tone: 'accent'},
    {text: '  J changes it, esc shows all', tone: 'dim'},
  ];
}

/** The search text, the current match and the number of matches. */
function searchNote(view: TextView, state: AppState): Line {
  const matches = matchingLines(linesOfText(view, state), view.search);
  const at = matches.indexOf(view.match ?? -1);
  const count =
    matches.length === 0
      ? 'not found'
      : `${at === -1 ? '' : `${at + 1} of `}${matches.length} ${matches.length === 1 ? 'line' : 'lines'}`;
  return [
    {text: ' search ', tone: 'dim'},
    {text: safeText(view.search), tone: 'accent'},
    {text: `  ${count}`, tone: matches.length === 0 ? 'warn' : 'plain'},
    {text: '  n N next, previous', tone: 'dim'},
  ];
}
