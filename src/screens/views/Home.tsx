import {Box} from 'ink';
import {widthOf} from '../../base/width.ts';
import {LineText} from '../../components/LineText.tsx';
import {Message} from '../../components/Message.tsx';
import {RowLine} from '../../components/RowLine.tsx';
import {type AppState, viewOf} from '../../state/model/state.ts';
import {bodyLines} from '../../state/model/viewport.ts';
import {
  type DrawnHome,
  entryLines,
  panelLines,
  summaryLines,
} from '../../state/views/home/home-layout.ts';
import {dashboardMinWidth, panelBodies} from '../../state/views/home/home-lines.ts';
import type {HomeView} from '../../state/views/home/state.ts';
import {tipOf} from '../../state/views/home/tips.ts';
import {useAppState, useScreenContext} from '../context.ts';

/** The home screen: all features with their counts, and panels beside or below them. */
export function HomeScreen() {
  const state = useAppState(s => s);
  const view = viewOf(state, 'home');
  const {columns, connection} = state;
  if (view === undefined || connection.status !== 'ready') return null;
  const {troubles} = connection;
  const height = bodyLines(state) + 1;
  if (troubles.tracker && troubles.content) {
    return (
      <Message
        title="Not connected"
        tone="warn"
        lines={[troubles.tracker.text, troubles.content.text]}
        advice={[
          ...troubles.tracker.advice.slice(0, -1),
          'steward --sandbox runs against its own server: no account needed.',
          'q quits.',
        ]}
        columns={columns}
        height={height}
      />
    );
  }
  return columns >= dashboardMinWidth ? (
    <Dashboard state={state} view={view} height={height} />
  ) : (
    <OneColumn state={state} view={view} height={height} />
  );
}

interface Props {
  readonly state: AppState;
  readonly view: HomeView;
  /** Number of available lines. */
  readonly height: number;
}

const entriesAtMost = 60;

/** From this width on, the first panel has a column of its own. */
const threeColumnsFrom = 170;

/** The features on the left, the panels beside them: in one column, or in two. */
function Dashboard({state, view, height}: Props) {
  const {app} = useScreenContext();
  const {columns} = state;
  const left = Math.min(entriesAtMost, Math.floor(columns * 0.42));
  const lines = height - 1;
  const entries = entryLines(state, view, {columns: left, height: lines});
  const isThree = columns >= threeColumnsFrom;
  const right = columns - left - 2;
  const widths = isThree ? [Math.floor(right / 2), Math.ceil(right / 2) - 2] : [right];
  return (
    <Box flexDirection="column" height={height}>
      <Box flexDirection="row" height={lines}>
        <Lines lines={entries} columns={left} />
        {widths.map((width, i) => {
          const bodies = panelBodies(state, app.registry, width - 1);
          const own = !isThree ? bodies : i === 0 ? bodies.slice(0, 1) : bodies.slice(1);
          const above = i === 0 ? 0 : (bodies[0]?.body.rows.length ?? 0);
          const beside = view.beside === undefined ? undefined : view.beside - above;
          const drawn = panelLines(own, beside, {columns: width - 1, height: lines});
          return (
            <Box key={i} flexDirection="row">
              <Rule lines={lines} />
              <Lines lines={drawn} columns={width} />
            </Box>
          );
        })}
      </Box>
      <Tip state={state} />
    </Box>
  );
}

function Rule({lines}: {readonly lines: number}) {
  return (
    <Box flexDirection="column" width={2}>
      {Array.from({length: lines}, (_, i) => (
        <LineText key={i} spans={[{text: ' │', tone: 'dim'}]} />
      ))}
    </Box>
  );
}

/** The features, and a line for each panel. */
function OneColumn({state, view, height}: Props) {
  const {app} = useScreenContext();
  const {columns} = state;
  const bodies = panelBodies(state, app.registry, columns);
  const hasTip = height > 16;
  const panels = summaryLines(bodies, view.beside, columns).slice(0, Math.max(1, height - 5));
  const room = height - panels.length - (hasTip ? 1 : 0);
  return (
    <Box flexDirection="column" height={height}>
      <Box flexDirection="column" height={room}>
        <Lines lines={entryLines(state, view, {columns, height: room})} columns={columns} />
      </Box>
      <Lines lines={panels} columns={columns} />
      {hasTip ? <Tip state={state} /> : null}
    </Box>
  );
}

interface LinesProps {
  readonly lines: readonly DrawnHome[];
  readonly columns: number;
}

function Lines({lines, columns}: LinesProps) {
  return (
    <Box flexDirection="column" width={columns}>
      {lines.map(({spans, selected}, i) => (
        <RowLine key={i} spans={spans} selected={selected} columns={columns} />
      ))}
    </Box>
  );
}

/** A tip for new users. */
function Tip({state}: {readonly state: AppState}) {
  const {columns} = state;
  const tip = tipOf(state);
  if (tip === undefined) return <LineText spans={[{text: ' '}]} />;
  return (
    <LineText
      spans={[
        {text: ' tip  ', tone: 'accent'},
        {text: tip},
        {text: widthOf(tip) + 22 <= columns ? '   H hides tips' : '', tone: 'dim'},
      ]}
    />
  );
}
