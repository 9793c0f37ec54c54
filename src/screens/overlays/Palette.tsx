import {Box} from 'ink';
import {clamp} from '../../base/clamp.ts';
import {safeText} from '../../base/safe-text.ts';
import {padText, widthOf, wrapText} from '../../base/width.ts';
import {LineText} from '../../components/LineText.tsx';
import {ofKind} from '../../state/model/location.ts';
import type {AppState} from '../../state/model/state.ts';
import {visibleLineCount} from '../../state/model/viewport.ts';
import {isIndexing} from '../../state/overlays/palette/name-index.ts';
import {suggestions} from '../../state/overlays/palette/suggest.ts';
import type {PalettePrompt} from '../../state/overlays/prompt/state.ts';
import {isSending} from '../../state/write/start-write.ts';
import {useAppState, useScreenContext} from '../context.ts';
import {ChosenRows} from './ChosenRows.tsx';
import {PromptField} from './PromptField.tsx';

/** Fewest columns for labels, where they are not more than half. */
const labelWidth = 34;

/** The palette: the typed text, the effect of enter, and the suggestions below. */
export function PaletteScreen() {
  const {app} = useScreenContext();
  const state = useAppState(s => s);
  const {columns} = state;
  const prompt = ofKind(state.prompt, 'palette');
  const lines = visibleLineCount(state);
  if (prompt === undefined) return null;
  const found = suggestions(prompt.text, state, app.registry.commands);
  const below = problemBelow(prompt, columns);
  const {cursor} = prompt;
  const longest = Math.max(0, ...found.map(({label}) => widthOf(safeText(label))));
  const half = Math.floor(columns / 2);
  const width = clamp(longest, Math.min(labelWidth, half), half);
  const rows = found.map(({label, about, isGrey}) => ({
    key: `${label} ${about}`,
    spans: [
      {text: padText(safeText(label), width), ...(isGrey && {tone: 'dim' as const})},
      {text: '  '},
      {text: safeText(about), tone: 'dim' as const},
    ],
  }));
  return (
    <Box flexDirection="column" height={lines}>
      <PromptField
        sign=":"
        placeholder="a screen, a project, a version, a user, a command"
        isProblemBelow={below.length > 0}
      />
      {below.map(text => (
        <LineText key={text} spans={[{text: `  ${text}`, tone: 'bad'}]} />
      ))}
      {below.length === 0 ? <LineText spans={effectLine(state, prompt, found)} /> : null}
      <ChosenRows rows={rows} cursor={cursor} room={lines - 2 - Math.max(1, below.length)} />
    </Box>
  );
}

/** The lines of a problem for which there is not enough room beside the typed text. */
function problemBelow({text, problem}: PalettePrompt, columns: number): readonly string[] {
  const said = safeText(problem ?? '');
  const isBeside = said === '' || widthOf(` :${text}    ${said}`) < columns;
  return isBeside ? [] : wrapText(said, columns - 3).slice(0, 3);
}

/** The effect of enter, or that the search is running, or that nothing matches. */
function effectLine(
  state: AppState,
  {cursor, goes, asking}: PalettePrompt,
  found: ReturnType<typeof suggestions>,
) {
  const asks = asking > 0 || isIndexing(state);
  const selected = found[cursor];
  if (goes && isSending(state)) {
    return [{text: '  waiting for the requests being sent…', tone: 'accent'} as const];
  }
  if (goes) {
    const again = selected?.run === undefined ? '' : `   enter ${safeText(selected.effect)}`;
    return [
      {text: '  waiting for the names of the site…', tone: 'accent'} as const,
      {text: again, tone: 'dim'} as const,
    ];
  }
  if (selected === undefined) {
    const text = asks ? '  searching the server…' : '  No match';
    return [{text, tone: 'dim'} as const];
  }
  return [
    {
      text: selected.run === undefined && !selected.waits ? '  ' : '  enter ',
      tone: 'accent',
    } as const,
    {text: safeText(selected.effect), tone: 'dim'} as const,
    ...(asks ? [{text: '   searching the server…', tone: 'dim'} as const] : []),
  ];
}
