import {Box} from 'ink';
import {memo, useMemo} from 'react';
import {uncapitalize} from '../../base/capital.ts';
import {pluralOf} from '../../base/counted.ts';
import type {LineSpan} from '../../base/line-span.ts';
import {safeText} from '../../base/safe-text.ts';
import {LineText} from '../../components/LineText.tsx';
import {Message} from '../../components/Message.tsx';
import {RowLine} from '../../components/RowLine.tsx';
import {columnGap} from '../../output/fit-columns.ts';
import type {Heading} from '../../state/app/feature.ts';
import type {Fill} from '../../state/model/resource.ts';
import type {Row} from '../../state/model/row.ts';
import {currentLocation, viewOf} from '../../state/model/state.ts';
import {bodyLines, headLines, listColumns} from '../../state/model/viewport.ts';
import {layOutList, listWidth, type PlacedColumn} from '../../state/views/list/column-layout.ts';
import type {Filter} from '../../state/views/list/filter.ts';
import {lastRowsOf} from '../../state/views/list/last-rows.ts';
import {changeSign, rowLine, titleLine} from '../../state/views/list/list-lines.ts';
import {isReadingRest} from '../../state/views/list/list-update.ts';
import {rowFilter, visibleRows} from '../../state/views/list/rows.ts';
import type {ListView} from '../../state/views/list/state.ts';
import {useAppState, useScreenContext} from '../context.ts';
import {failedMessage, loadingMessage, type MessageParts} from './load-message.ts';

const markSign = '*';

/** The generic list. */
export function ListScreen() {
  const {app} = useScreenContext();
  const heading = useAppState(app.registry.heading);
  return <Rows {...(heading && {heading})} />;
}

/** The heading lines of some lists. */
export function HeadLines() {
  const {app} = useScreenContext();
  const state = useAppState(s => s);
  const heading = app.registry.heading(state);
  if (heading === undefined) return null;
  const lines = heading.lines(state, headLines(state, currentLocation(state)));
  return (
    <Box flexDirection="column">
      {lines.map((line, i) => (
        <LineText key={i} spans={line} />
      ))}
    </Box>
  );
}

/** Column titles, then the visible rows. */
function Rows({heading}: {readonly heading?: Heading}) {
  const view = useAppState(s => viewOf(s, 'list'));
  const columns = useAppState(listColumns);
  const width = useAppState(listWidth);
  const lines = useAppState(bodyLines);
  const nowMs = useAppState(s => heading?.nowMs(s) ?? s.nowMs);
  const old = useAppState(s => view && lastRowsOf(s, view));
  if (view === undefined) return null;
  if (old !== undefined) return <Old view={{...view, ...old}} {...{width, lines, nowMs}} />;
  const message = messageOf(view);
  if (message !== undefined) {
    return <Message {...message} columns={columns} height={lines + 1} />;
  }
  const rows = visibleRows(view).rows;
  const {placed, before, after} = layOutList(view, width);
  const filter = view.filter === '' ? undefined : rowFilter(view.resource, view.filter);
  const shown = rows.slice(view.top, view.top + lines);
  return (
    <Box flexDirection="column" height={lines + 1}>
      <LineText
        spans={[
          {text: before > 0 ? ' ‹' : '  ', tone: 'accent'},
          ...titleLine(placed, view.sort, nowMs, view.column),
          ...(after > 0 ? moreToTheRight(placed, columns) : []),
        ]}
      />
      {shown.map((row, i) => (
        <RowText
          key={i}
          row={row}
          placed={placed}
          nowMs={nowMs}
          sign={signOf(view, row, placed[0]?.column.id)}
          changed={view.changed.get(row.id)}
          filter={filter}
          fills={view.resource.fills}
          selected={view.top + i === view.cursor}
          columns={columns}
        />
      ))}
    </Box>
  );
}

interface OldProps {
  readonly view: ListView;
  readonly width: number;
  readonly lines: number;
  readonly nowMs: number;
}

/**
 * The rows of an earlier session: dimmed, and without a cursor, since no action applies to them.
 */
function Old({view, width, lines, nowMs}: OldProps) {
  const {placed} = layOutList(view, width);
  const {fills} = view.resource;
  const dim = (line: readonly LineSpan[]): LineSpan[] => [
    {text: '  '},
    ...line.map(({text}) => ({text, tone: 'dim'}) as const),
  ];
  return (
    <Box flexDirection="column" height={lines + 1}>
      <LineText spans={dim(titleLine(placed, view.sort, nowMs))} />
      {visibleRows(view)
        .rows.slice(0, lines)
        .map((row, i) => (
          <LineText key={i} spans={dim(rowLine(placed, row, nowMs, {fills}))} />
        ))}
    </Box>
  );
}

/**
 * `*` for a selected row, `+` for one added by the last refresh, `Δ` if it changed the first cell.
 */
function signOf(view: ListView, row: Row, first: string | undefined): string {
  if (view.marked.has(row.id)) return markSign;
  if (view.fresh.has(row.id)) return '+';
  const isChanged = first !== undefined && view.changed.get(row.id)?.has(first) === true;
  return isChanged ? changeSign : ' ';
}

interface RowProps {
  readonly row: Row;
  readonly placed: readonly PlacedColumn[];
  readonly nowMs: number;
  /** The sign before it: selected, or added by the last refresh. */
  readonly sign: string;
  readonly changed: ReadonlySet<string> | undefined;
  readonly filter: Filter | undefined;
  readonly fills: readonly Fill[] | undefined;
  readonly selected: boolean;
  readonly columns: number;
}

/** A row, memoized by its content, columns, the minute and whether the cursor is on it. */
const RowText = memo(function RowText({
  row,
  placed,
  nowMs,
  sign,
  changed,
  filter,
  fills,
  selected,
  columns,
}: RowProps) {
  const spans = useMemo(
    () => rowLine(placed, row, nowMs, {changed, filter, fills}),
    [placed, row, nowMs, changed, filter, fills],
  );
  if (!selected) {
    return (
      <LineText
        spans={[{text: ` ${sign}`, tone: sign === markSign ? 'accent' : 'warn'}, ...spans]}
      />
    );
  }
  return <RowLine spans={[{text: sign}, ...spans]} selected columns={columns} />;
});

/** The mark at the edge that there are more columns. */
function moreToTheRight(placed: readonly PlacedColumn[], columns: number): readonly LineSpan[] {
  const taken = placed.reduce((sum, {width}) => sum + width + columnGap, -columnGap);
  return [{text: `${' '.repeat(Math.max(0, columns - 3 - taken))}›`, tone: 'accent'}];
}

/** The message in place of the rows; undefined if there are rows. */
function messageOf(view: ListView): MessageParts | undefined {
  const {load, resource} = view;
  if (load.status === 'failed') {
    const message = failedMessage(load);
    const raw = load.trouble.answer === undefined ? [] : ['y shows what the server sent.'];
    return {...message, advice: [...raw, ...message.advice]};
  }
  if (view.rows.length === 0) {
    if (load.status === 'loading') return loadingMessage(load, uncapitalize(resource.title));
    return emptyMessage(view);
  }
  const visible = visibleRows(view);
  if (visible.rows.length === 0 && visible.pending === undefined) {
    return {
      title: `Nothing matches ${safeText(view.filter)}`,
      tone: 'plain',
      lines: [
        view.rows.length === 1
          ? '1 row is hidden by the filter.'
          : `${view.rows.length} rows are hidden by the filter.`,
      ],
      advice: [
        ...(isReadingRest(view)
          ? ['Searching the remaining rows on the server; ctrl+c stops.']
          : view.more
            ? ['G loads the remaining rows from the server.']
            : []),
        '/ changes the filter, esc clears it.',
      ],
    };
  }
  return undefined;
}

/** The message of an empty list: its meaning, which operation was asked, and how much was read. */
function emptyMessage({resource, source, note, more}: ListView): MessageParts {
  const told = resource.sources[source]?.emptyNote;
  const looked = note === undefined ? [] : [`${note.charAt(0).toUpperCase()}${note.slice(1)}.`];
  return {
    title: `${resource.emptyTitle ?? `No ${pluralOf(resource.noun)}`}${more ? ' so far' : ''}`,
    tone: 'plain',
    lines: [...looked, ...(more ? [] : [resource.empty]), ...(told === undefined ? [] : [told])],
    advice: [...(more ? ['G checks all the remaining rows.'] : []), 'r refreshes, esc goes back.'],
  };
}
