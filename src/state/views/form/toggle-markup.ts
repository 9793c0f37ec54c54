import {caretAfter} from '../../../base/text-caret.ts';
import {actionForView} from '../../model/actions.ts';
import {ofKind} from '../../model/location.ts';
import {withView} from '../../model/locations.ts';
import {showNotice} from '../../model/notice.ts';
import {type AppState, viewOf} from '../../model/state.ts';
import {type Action, noEffects} from '../../model/transition.ts';
import {withValue} from './field-prompt.ts';
import {currentValueLine, textsOf} from './form-fields.ts';
import {isXml, markdownOf, storageOf, takesMarkdown} from './markdown-texts.ts';
import type {FormView} from './state.ts';

/**
 * Replace the Markdown under the cursor by the XML that is sent, for editing; back if it was not
 * edited.
 */
export const toggleMarkup: Action = actionForView('form', (state, view) => {
  const line = currentValueLine(view);
  if (line === undefined) return noEffects(state);
  const typed = ofKind(state.prompt, 'field');
  const text = typed?.text ?? textsOf(view, line.name)[0] ?? '';
  const {markdown, xml} = view.turned ?? {};
  const made = isXml(text) ? undefined : text === markdown ? xml : storageOf(text).xml;
  const {lost} = made === undefined && text !== xml ? markdownOf(text) : {lost: []};
  if (lost.length > 0)
    return noEffects(
      showNotice(state, `Converting to Markdown would lose ${lost.join(', ')}`, 'warn'),
    );
  const next = made ?? (text === xml ? markdown : markdownOf(text).markdown) ?? '';
  const turned = made === undefined ? {markdown: next, xml: text} : {markdown: text, xml: made};
  const now = {...view, turned};
  if (typed !== undefined) {
    const prompt = {...typed, ...caretAfter(next), fresh: false, isEdited: true};
    return noEffects({...withView(state, now), prompt});
  }
  return noEffects(withValue(state, now, line.name, [next]));
});

/** Return why there is no Markdown to convert under the cursor; undefined if there is. */
export function whyNotMarkdown(state: AppState): string | undefined {
  const view = viewOf(state, 'form');
  const isWhole = ofKind(state.prompt, 'field')?.whole;
  const line = view && !isWhole ? currentValueLine(view) : undefined;
  return view && line && takesMarkdown(view, line.input)
    ? undefined
    : 'this field does not take Markdown';
}

/** How a typed text is interpreted; undefined if the field takes no Markdown. */
export function markupNote(view: FormView, text: string): string | undefined {
  const line = currentValueLine(view);
  if (line === undefined || !takesMarkdown(view, line.input)) return undefined;
  if (isXml(text)) {
    const {lost} = markdownOf(text);
    const why =
      lost.length === 0
        ? 'F4 converts to Markdown'
        : `converting to Markdown would lose ${lost.join(', ')}`;
    return `storage XML, sent unchanged; ${why}`;
  }
  if (text.trim() === '') return 'Markdown; storage XML if the text starts with <';
  return ['Markdown, sent as storage XML (F4 shows the XML).', ...storageOf(text).lost].join(' ');
}
