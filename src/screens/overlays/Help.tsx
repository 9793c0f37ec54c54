import {Box} from 'ink';
import type {LineSpan} from '../../base/line-span.ts';
import {safeText} from '../../base/safe-text.ts';
import {type CaretText, caretAfter, caretSpans} from '../../base/text-caret.ts';
import {cutText, padText, widthOf, wrapText} from '../../base/width.ts';
import {LineText} from '../../components/LineText.tsx';
import {RowLine} from '../../components/RowLine.tsx';
import {type AppState, currentView} from '../../state/model/state.ts';
import {kindOf} from '../../state/model/transition.ts';
import {visibleLineCount} from '../../state/model/viewport.ts';
import {type HelpEntry, helpEntries} from '../../state/overlays/help/help.ts';
import {useAppState, useScreenContext} from '../context.ts';

const keysWidth = 18;
const aboutLines = 3;

/** Every key that works on the screen, filtered by the typed text; enter runs one. */
export function HelpScreen() {
  const {app} = useScreenContext();
  const state = useAppState(s => s);
  const {columns, help} = state;
  const view = currentView(state);
  const text = kindOf(view, app.registry).description(view);
  const about = wrapText(text, Math.max(20, columns - 4)).slice(0, aboutLines);
  const entries = helpEntries(state, app.registry);
  const cursor = help?.cursor ?? 0;
  const lines = visibleLineCount(state) - about.length - 2;
  const keys = entries.flatMap((entry, i) =>
    entryLines(entry, columns).map(spans => ({spans, selected: i === cursor})),
  );
  const after = help?.text ? [] : afterKeys(state).map(spans => ({spans, selected: false}));
  const all = [...keys, ...after];
  const first = keys.findIndex(({selected}) => selected);
  // For the last key, show all of its lines.
  const last =
    cursor >= entries.length - 1 ? all.length - 1 : keys.findLastIndex(({selected}) => selected);
  const top = Math.max(0, Math.min(last - lines + 1, first));
  return (
    <Box flexDirection="column" height={visibleLineCount(state)}>
      {about.map((text, i) => (
        <LineText key={i} spans={[{text: `  ${text}`}]} />
      ))}
      <LineText spans={[{text: ' '}]} />
      <LineText spans={heading(help ?? caretAfter(''), entries.length)} />
      {all.slice(top, top + lines).map(({spans, selected}, i) => (
        <RowLine key={i} spans={spans} selected={selected} columns={columns} />
      ))}
    </Box>
  );
}

function heading(typed: CaretText, count: number): LineSpan[] {
  if (typed.text === '') {
    return [
      {text: '  Keys here', tone: 'accent'},
      {text: '   type to filter, enter runs a key', tone: 'dim'},
    ];
  }
  return [
    {text: '  Keys with ', tone: 'accent'},
    ...caretSpans(typed, undefined, 'title'),
    {text: `  ${count === 0 ? 'none' : count}`, tone: 'dim'},
  ];
}

/** A key with its description and the reason if unavailable, wrapped. */
function entryLines({keys, label, reason}: HelpEntry, columns: number): LineSpan[][] {
  const works = reason === undefined;
  const room = Math.max(20, columns - keysWidth - 3);
  const labelLines = wrapText(label, room);
  const why = works ? [] : wrapText(`(${reason})`, room);
  const [last = '', begin = ''] = [labelLines.at(-1), why[0]];
  const joins = why.length === 1 && widthOf(last) + 2 + widthOf(begin) <= room;
  const tone = works ? 'plain' : 'dim';
  const lines: LineSpan[][] = [
    ...labelLines.map((text): LineSpan[] => [{text, tone}]),
    ...(joins ? [] : why.map((text): LineSpan[] => [{text, tone: 'warn'}])),
  ];
  if (joins) lines[labelLines.length - 1]?.push({text: `  ${begin}`, tone: 'warn'});
  const name = ` ${padText(cutText(keys, keysWidth - 1), keysWidth)}`;
  return lines.map((line, i) => [
    {text: i === 0 ? name : ' '.repeat(keysWidth + 1), tone: works ? 'title' : 'dim'},
    ...line,
  ]);
}

function afterKeys(state: AppState): LineSpan[][] {
  const lines: LineSpan[][] = [];
  const {sent} = currentView(state);
  if (sent.length > 0) {
    lines.push([{text: ' '}], [{text: ' From a shell', tone: 'accent'}]);
    for (const {command} of sent) lines.push([{text: ` ${safeText(command)}`, tone: 'good'}]);
  }
  if (state.session.shell.length > 0) {
    lines.push(
      [{text: ' '}],
      [{text: ' Paste this first to reach this sandbox from a shell', tone: 'accent'}],
    );
    for (const line of state.session.shell) lines.push([{text: ` ${line}`}]);
  }
  return lines;
}
