import {type KeyBinding, key, type Need} from '../../keys/binding.ts';
import {describeHere, inView, openHere} from '../../model/acts.ts';
import {openSearch} from '../../model/prompt.ts';
import {currentView} from '../../model/state.ts';
import {openJq} from './jq.ts';
import {nextMatch, sideways, toggleWrap} from './text-actions.ts';

const text = {scopes: ['text']};

const needsTarget: Need = state => {
  const view = currentView(state);
  if (view.kind !== 'text') return undefined;
  return view.opens === undefined || view.text === '' ? 'there is nothing to open' : undefined;
};

const needsRaw: Need = state => {
  const view = currentView(state);
  return view.kind === 'text' && view.form === 'describe'
    ? 'it is readable: y shows it raw'
    : undefined;
};

const needsCut: Need = state => {
  const view = currentView(state);
  const isWrapped = view.kind === 'text' && (view.form === 'describe' || view.wrap === true);
  return isWrapped ? 'its lines are wrapped: all of them can be seen' : undefined;
};

/** Keys of texts. */
export const textKeys: readonly KeyBinding[] = [
  key('enter', 'open what it is about: the scheme of a project', openHere, {
    ...text,
    hint: 'open',
    needs: needsTarget,
  }),
  key('d', 'readable again', describeHere, {...text, needs: needsRaw}),
  key('J', 'jq: type a filter over the raw text and see what it gives', openJq, text),
  key('w', 'wrap long lines, or cut them at the edge', toggleWrap, {...text, needs: needsRaw}),
  key('h left', 'scroll left', sideways(-1), {...text, needs: needsCut}),
  key('l right', 'scroll right', sideways(1), {...text, needs: needsCut}),
  key('/', 'search in the text', inView('text', openSearch), {...text, hint: 'search'}),
  key('n', 'next match, or next change of a comparison', nextMatch(1), text),
  key('N', 'previous match or change', nextMatch(-1), text),
];
