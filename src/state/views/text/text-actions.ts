import {clamp} from '../../../base/clamp.ts';
import {changing, inView} from '../../model/actions.ts';
import {withView} from '../../model/locations.ts';
import {say} from '../../model/notice.ts';
import type {AppState} from '../../model/state.ts';
import {type Action, noEffects, type Transition} from '../../model/transition.ts';
import {bodyLines} from '../../model/viewport.ts';
import {widthOfLine} from '../../show/line-shape.ts';
import type {TextView} from './state.ts';
import {linesOfText, stopsOf, textMargin} from './text-lines.ts';

const sidewaysBy = 8;
const nextForm = {describe: 'raw', raw: 'yaml', yaml: 'fields', fields: 'raw'} as const;

/** Switch to the next raw form: JSON, YAML, fields, and JSON again. */
export function nextRawForm(state: AppState, view: TextView): Transition {
  return showForm(state, view, nextForm[view.form]);
}

/** Show another form of the same text, from its top. */
export function showForm(state: AppState, view: TextView, form: TextView['form']): Transition {
  const shown = {...view, form, top: 0, left: 0, match: undefined};
  return noEffects(withView(state, shown));
}

/** Toggle wrapping of long lines. */
export const toggleWrap: Action = inView('text', (state, view) => {
  const wrap = !view.wrap;
  const next = withView(state, {
    ...view,
    wrap,
    top: 0,
    left: 0,
    match: undefined,
  });
  return noEffects(
    say(next, wrap ? 'long lines are wrapped' : 'long lines are cut: h l scroll', 'good'),
  );
});

/** Scroll a text sideways. */
export const sideways = (by: number): Action =>
  changing('text', (view, state) => {
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
export const nextMatch = (by: number): Action =>
  inView('text', (state, view) => {
    const matches = stopsOf(view, linesOfText(view, state));
    if (matches.length === 0) return noEffects(say(state, 'no matches: / searches', 'warn'));
    const from = view.match ?? (by > 0 ? view.top - 1 : view.top + bodyLines(state));
    const after = by > 0 ? matches.find(i => i > from) : matches.findLast(i => i < from);
    const match = after ?? (by > 0 ? matches[0] : matches.at(-1)) ?? 0;
    return noEffects(withView(state, showMatch(view, match, state)));
  });

/** Scroll to a match if it is not visible. */
export function showMatch(view: TextView, match: number, state: AppState): TextView {
  const lines = bodyLines(state);
  const isSeen = match >= view.top && match < view.top + lines;
  const last = Math.max(0, linesOfText(view, state).length - lines);
  const top = isSeen ? view.top : clamp(match - Math.floor(lines / 3), 0, last);
  return {...view, match, top};
}
