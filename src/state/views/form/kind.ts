import {safeText} from '../../../base/safe-text.ts';
import {commandFor} from '../../ask/command-line.ts';
import {type Kinds, stay} from '../../model/step.ts';
import {checksNeeded, filesNeeded} from './check-texts.ts';
import {draftOf} from './drafts.ts';
import {moveInForm} from './form-actions.ts';
import {spokenLine, typedMeaning} from './form-lines.ts';
import {givenOf} from './form-values.ts';
import {namesNeeded} from './picks.ts';
import {loadForm, readingOf, withBefore} from './read-before.ts';

/** The inputs of an operation, being filled in. */
export const formKind: Kinds['form'] = {
  make(key, {operation, values: opened, use, leads}, {nowMs, drafts, session}) {
    const draft = draftOf({operation, values: opened, ...(use && {use})}, {session});
    // A question is asked of what it was opened with.
    const known = leads === undefined ? drafts[draft] : undefined;
    const own = {...(use && {use}), ...(leads !== undefined && {leads})};
    const filled = {operation, values: known ?? opened, before: {}, ...own};
    const reads = readingOf(filled);
    return {
      ...filled,
      kind: 'form',
      key,
      load: reads ? {status: 'loading', shown: false} : {status: 'ready', atMs: nowMs},
      sent: [],
      draft,
      spare: opened,
      restored: known !== undefined,
      reads,
      toggled: new Set(),
      elements: {},
      cursor: 0,
      top: 0,
      unread: undefined,
      tried: false,
      picks: undefined,
      called: {},
      missing: new Set(),
      looked: new Set(),
      checked: {},
      asRequest: false,
    };
  },
  load: loadForm,
  command: (view, {session}) =>
    view.leads === undefined
      ? commandFor(
          {operation: view.operation, given: givenOf(view)},
          session.flags[view.operation.service],
        )
      : undefined,
  about: () => 'The inputs of one operation; a read is run, of a write the request is shown.',
  spoken(view, {prompt, nowMs}) {
    const meaning = prompt?.kind === 'field' ? typedMeaning(view, prompt, nowMs) : '';
    return [spokenLine(view), safeText(meaning)];
  },
  scroll: (state, view, to) => stay(moveInForm(state, view, to(view.cursor))),
  answered: (view, text) => withBefore(view, text),
  needs(view, state) {
    const names = namesNeeded(view, state);
    const checks = checksNeeded(names.view, state);
    const files = filesNeeded(checks.view, state);
    return {
      view: files.view,
      effects: [...names.effects, ...checks.effects, ...files.effects],
    };
  },
};
