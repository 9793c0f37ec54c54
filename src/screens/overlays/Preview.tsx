import {Box} from 'ink';
import {memo} from 'react';
import type {LineSpan} from '../../base/line-span.ts';
import {safeText} from '../../base/safe-text.ts';
import {cutText, padText, wrapText} from '../../base/width.ts';
import {LineText} from '../../components/LineText.tsx';
import {PaneBorder} from '../../components/PaneBorder.tsx';
import {errorText} from '../../state/ask/error-summary.ts';
import type {Line} from '../../state/model/line.ts';
import {type PreviewArea, previewArea, visibleLineCount} from '../../state/model/viewport.ts';
import {previewLines} from '../../state/overlays/preview/preview.ts';
import type {Preview} from '../../state/overlays/preview/state.ts';
import {useAppState, useScreenContext} from '../context.ts';
import {HeadLines, ListScreen} from '../views/List.tsx';

/** The list with the preview of its row beside or below it. */
export function ListWithPreview() {
  const state = useAppState(s => s);
  const area = previewArea(state, visibleLineCount(state));
  if (area?.where === 'whole') return <PreviewPane area={area} />;
  if (area === undefined) {
    return (
      <Box flexDirection="column">
        <HeadLines />
        <ListScreen />
      </Box>
    );
  }
  const list = area.where === 'beside' ? state.columns - area.columns : state.columns;
  return (
    <Box flexDirection="column">
      <HeadLines />
      <Box flexDirection={area.where === 'beside' ? 'row' : 'column'}>
        <Box width={list} flexDirection="column">
          <ListScreen />
        </Box>
        <PreviewPane area={area} />
      </Box>
    </Box>
  );
}

/**
 * The preview of an object, with the command that reads it: below, or above if the preview is below
 * its list.
 */
function PreviewPane({area}: {readonly area: PreviewArea}) {
  const {app} = useScreenContext();
  const state = useAppState(s => s);
  const {preview} = state;
  if (preview === undefined) return null;
  const all = previewLines(state, app.registry.heading(state)?.nowMs(state));
  const shown = all.slice(preview.top, preview.top + area.lines - 1);
  const isBeside = area.where === 'beside';
  const columns = isBeside ? area.columns - 2 : area.columns;
  const notes = noteOf(preview, columns - 1);
  const label = title(preview, columns, isBeside, all.length, area);
  const lines = shown.slice(0, area.lines - 1 - notes.length);
  const empty = area.lines - 1 - notes.length - lines.length;
  return (
    <Box flexDirection="row" width={area.columns} height={area.lines}>
      {isBeside ? <PaneBorder lines={area.lines} isFocused={preview.focused} /> : null}
      <Box flexDirection="column" width={columns}>
        {isBeside ? null : <LineText spans={label} />}
        {notes.map((text, i) => (
          <LineText key={`note ${i}`} spans={[{text: ` ${text}`, tone: 'bad'}]} />
        ))}
        {lines.map((line, i) => (
          <PreviewLine key={i} line={line} />
        ))}
        {isBeside ? (
          <Box flexDirection="column" paddingTop={empty}>
            <LineText spans={label} />
          </Box>
        ) : null}
      </Box>
    </Box>
  );
}

interface LineProps {
  readonly line: Line;
}

/** Memoized: after a move in the list most lines are unchanged. */
const PreviewLine = memo(function PreviewLine({line}: LineProps) {
  return <LineText spans={[{text: ' '}, ...line]} />;
});

const linesOfNote = 3;

/** The reason why the object could not be read, in a few lines. */
function noteOf({state}: Preview, columns: number): readonly string[] {
  if (typeof state === 'string') return [];
  const said = wrapText(safeText(errorText(state.trouble)), columns);
  return said.slice(0, linesOfNote).map(line => line.trimEnd());
}

function title(
  {command, focused, state, top}: Preview,
  columns: number,
  isBeside: boolean,
  count: number,
  {lines}: PreviewArea,
): LineSpan[] {
  const tone = focused ? 'accent' : 'dim';
  const waits = state === 'waiting' ? ' …' : '';
  const more =
    count > lines - 1 ? ` ${top + 1}–${Math.min(count, top + lines - 1)} of ${count} ` : '';
  const room = Math.max(0, columns - more.length - waits.length - 4);
  const words = cutText(command === undefined ? '' : `$ ${safeText(command)}`, room);
  const text = `${isBeside ? ' ' : '── '}${words}${waits} `;
  const rest = padText(text, Math.max(0, columns - more.length));
  const line = isBeside ? rest : rest.replace(/ +$/, spaces => ` ${'─'.repeat(spaces.length - 1)}`);
  return [
    {text: line, tone},
    {text: more, tone: 'dim'},
  ];
}
