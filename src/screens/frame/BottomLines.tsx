import {safeText} from '../../base/safe-text.ts';
import {cutText, wrapText} from '../../base/width.ts';
import {Footer, type FooterHint} from '../../components/Footer.tsx';
import {LineText} from '../../components/LineText.tsx';
import type {AppRegistry} from '../../state/app/registry.ts';
import {hintOf} from '../../state/keys/binding.ts';
import {
  bindingFinder,
  isViewUnloaded,
  type KeyRegistry,
  keyName,
} from '../../state/keys/route-key.ts';
import type {Line} from '../../state/model/line.ts';
import {type AppState, currentView, viewOf} from '../../state/model/state.ts';
import {kindOf, openOverlays, type Registry} from '../../state/model/transition.ts';
import {commandShown} from '../../state/overlays/copy/copy.ts';
import {promptKinds} from '../../state/overlays/prompt/prompt.ts';
import {useAppState, useScreenContext} from '../context.ts';
import {PromptField} from '../overlays/PromptField.tsx';

/** The prompt or a notice, the one-shot command, and the keys. */
export function BottomLines() {
  const {app} = useScreenContext();
  const state = useAppState(s => s);
  const {columns, prompt} = state;
  const kind = prompt && promptKinds[prompt.kind];
  const isTyped = kind !== undefined && !kind.isElsewhere;
  const [line, more] = isTyped ? [] : statusLines(state, app.registry);
  return (
    <>
      {line === undefined ? (
        <PromptField sign={kind?.sign ?? '/'} placeholder={kind?.placeholder?.(state)} />
      ) : (
        <LineText spans={line} />
      )}
      <LineText spans={more ?? commandLine(state, app.registry)} />
      <Footer hints={hints(state, app.registry)} columns={columns} />
    </>
  );
}

/** A notice, which also uses the line of the command if it is long; else the view's note. */
function statusLines(state: AppState, registry: AppRegistry): readonly Line[] {
  const {notice, columns} = state;
  if (notice === undefined) return [narrowing(state, registry)];
  const [first = '', ...rest] = wrapText(safeText(notice.text), columns - 2);
  const lines = rest.length === 0 ? [first] : [first, cutText(rest.join(' '), columns - 2)];
  return lines.map(text => [{text: ` ${text}`, tone: notice.tone}]);
}

function narrowing(state: AppState, registry: AppRegistry): Line {
  for (const {layer, open} of openOverlays(state, registry)) {
    if (layer.note) return [{text: ` ${layer.note(open, state)}`, tone: 'dim'}];
  }
  if (state.typeAhead !== undefined) {
    const keys = state.typeAhead.keys.map(keyName).join(' ');
    return [
      {text: ` ${keys}`, tone: 'accent'},
      {text: '  when loading ends; esc cancels', tone: 'dim'},
    ];
  }
  const view = currentView(state);
  const own = kindOf(view, registry).note?.(view, state);
  if ('filter' in view && view.filter !== '') {
    return [
      {text: ' filter ', tone: 'dim'},
      {text: safeText(view.filter), tone: 'accent'},
      {text: '  esc clears ', tone: 'dim'},
      ...(own ?? []),
    ];
  }
  const list = viewOf(state, 'list');
  if (list?.resource.caveat !== undefined && list.rows.length > 0) {
    return [{text: ` ${list.resource.caveat}`, tone: 'warn'}];
  }
  const note = registry.heading(state)?.note(state);
  if (note !== undefined) return note.map(span => ({...span, text: safeText(span.text)}));
  return own ?? [{text: ' '}];
}

function commandLine(state: AppState, registry: Registry): Line {
  const note = state.prompt && promptKinds[state.prompt.kind].note?.(state);
  if (note !== undefined) return [{text: ` ${note}`, tone: 'dim'}];
  const command = commandShown(state, registry);
  if (command === undefined) return [{text: ' '}];
  return [
    {text: ' $ ', tone: 'dim'},
    {text: safeText(command), tone: 'good'},
  ];
}

/** The hints of the overlay if it defines them, else of the key table. */
function hints(state: AppState, registry: KeyRegistry): readonly FooterHint[] {
  const own = bindingHints(state, registry);
  const [top] = openOverlays(state, registry);
  return top?.layer.hints?.(top.open, state, own) ?? own;
}

/** The bindings on this screen that have a footer label, unless another takes the key shown. */
function bindingHints(state: AppState, registry: KeyRegistry): FooterHint[] {
  const find = bindingFinder(state, registry);
  return registry.keys.flatMap((b): FooterHint[] => {
    const [first = ''] = b.keys;
    if (b.hint === undefined || find(first) !== b) return [];
    const word = hintOf(b, state);
    const waits = b.early === true && isViewUnloaded(state);
    if (word === undefined || (b.needs?.(state) !== undefined && !waits)) return [];
    return [{keyName: keyName(first), word, ...(b.always ? {always: true} : {})}];
  });
}
