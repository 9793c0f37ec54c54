import {Box, Text} from 'ink';
import type {Tone} from '../../base/tone.ts';
import {padText} from '../../base/width.ts';
import {type LineSpan, LineText} from '../../components/LineText.tsx';
import {Message} from '../../components/Message.tsx';
import type {Count, HomeEntry} from '../../state/model/count.ts';
import {bodyLines} from '../../state/model/room.ts';
import {viewOf} from '../../state/model/state.ts';
import {
  type AttentionLine,
  attentionHeading,
  familyEntries,
  homeLines,
} from '../../state/views/home/home-lines.ts';
import type {HomeView} from '../../state/views/home/state.ts';
import {useAppState, useScreenContext} from '../context.ts';
import {adminKeyLeft, minutesLeft} from '../site/admin-key.ts';

const titleWidth = 24;
const countWidth = 8;

/** The start: five families, their screens, how many there are, and what needs attention. */
export function HomeScreen() {
  const {theme} = useScreenContext();
  const view = useAppState(s => viewOf(s, 'home'));
  const columns = useAppState(s => s.columns);
  const lines = useAppState(bodyLines);
  const connection = useAppState(s => s.connection);
  if (view === undefined || connection.status !== 'ready') return null;
  const {troubles} = connection;
  if (troubles.tracker && troubles.content) {
    return (
      <Message
        title="Not connected"
        tone="warn"
        lines={[troubles.tracker.text, troubles.content.text]}
        advice={[
          ...troubles.tracker.advice.slice(0, -1),
          'steward --sandbox shows everything on a server of its own: no account needed.',
          'q leaves.',
        ]}
        columns={columns}
        height={lines + 1}
        theme={theme}
      />
    );
  }
  const all = homeLines(view.entries);
  const spare = lines + 1 - 1 - all.length;
  const families = new Set(familyEntries(view.entries).map(({family}) => family)).size;
  const last = all.length - 1 - lines;
  const top = spare < 0 ? Math.max(0, Math.min(last, view.cursor - Math.floor(lines / 2))) : 0;
  const headed = spare >= families * 2;
  const parted = spare >= families;
  return (
    <Box flexDirection="column" height={lines + 1}>
      {spare < 0 ? null : <LookHeading view={view} />}
      {all.map((line, i) => {
        // Where not all fit, those around the cursor are shown.
        if (i < top || i > top + lines) return null;
        const {entry} = line;
        const selected = i === view.cursor;
        const count = troubles[entry.call.service]
          ? ({status: 'failed', text: 'not connected'} as const)
          : view.counts[entry.id];
        if (line.kind === 'attention') {
          return (
            <Box key={line.id} flexShrink={0}>
              <LookText line={line} count={count} selected={selected} />
            </Box>
          );
        }
        const first = all[i - 1]?.entry.family !== entry.family || all[i - 1]?.kind === 'attention';
        return (
          <Box key={entry.id} flexDirection="column" flexShrink={0}>
            {parted && first ? <Text> </Text> : null}
            {headed && first ? <Text {...theme.tones.accent}>{`  ${entry.family}`}</Text> : null}
            <EntryLine entry={entry} count={count} selected={selected} columns={columns} />
          </Box>
        );
      })}
    </Box>
  );
}

function LookHeading({view}: {readonly view: HomeView}) {
  const {theme} = useScreenContext();
  const {text, tone} = attentionHeading(view);
  return <Text {...theme.tones[tone]}>{`  ${text}`}</Text>;
}

interface LookProps {
  readonly line: AttentionLine;
  readonly count: Count | undefined;
  readonly selected: boolean;
}

/** One thing that may need attention; always one line, so that nothing moves when its count arrives. */
function LookText({line, count, selected}: LookProps) {
  const {theme} = useScreenContext();
  const state = useAppState(s => s);
  const {text, tone, sign} = lookSpan(line, count, adminKeyLeft(state));
  const shown = `   ${sign} ${text}`;
  if (selected) {
    return (
      <Text wrap="truncate">
        <Text {...theme.keyName}>{theme.pointer}</Text>
        <Text {...theme.selected}>{padText(shown, state.columns - 1)}</Text>
      </Text>
    );
  }
  return <LineText spans={[{text: ` ${shown}`, tone}]} theme={theme} />;
}

function lookSpan(
  line: AttentionLine,
  count: Count | undefined,
  keyLeft: number | undefined,
): {readonly text: string; readonly tone: Tone; readonly sign: string} {
  if (line.entry.id === 'admin-key' && keyLeft !== undefined) {
    return {text: `admin key active, ${minutesLeft(keyLeft)} left`, tone: 'warn', sign: '!'};
  }
  if (count === undefined || count.status === 'loading') {
    return {text: `${line.entry.title.toLowerCase()} …`, tone: 'dim', sign: ' '};
  }
  if (count.status === 'failed') {
    return {text: `${line.entry.title.toLowerCase()}: ${count.text}`, tone: 'warn', sign: '?'};
  }
  const {attention} = count;
  return attention === undefined
    ? {text: line.calm, tone: 'dim', sign: '·'}
    : {text: attention.text, tone: attention.tone, sign: '!'};
}

interface EntryProps {
  readonly entry: HomeEntry;
  readonly count: Count | undefined;
  readonly selected: boolean;
  readonly columns: number;
}

function EntryLine({entry, count, selected, columns}: EntryProps) {
  const {theme} = useScreenContext();
  const title = padText(`   ${entry.title}`, titleWidth);
  const number = padText(numberOf(count), countWidth, 'right');
  const note = noteOf(entry, count);
  if (selected) {
    return (
      <Text wrap="truncate">
        <Text {...theme.keyName}>{theme.pointer}</Text>
        <Text {...theme.selected}>{padText(`${title}${number}   ${note.text}`, columns - 1)}</Text>
      </Text>
    );
  }
  const spans: LineSpan[] = [
    {text: ` ${title}`},
    {text: number, tone: 'title'},
    {text: '   '},
    note,
  ];
  return <LineText spans={spans} theme={theme} />;
}

function numberOf(count: Count | undefined): string {
  if (count === undefined || count.status === 'loading') return '…';
  return count.status === 'ready' ? count.text : '–';
}

function noteOf(entry: HomeEntry, count: Count | undefined): LineSpan {
  if (count?.status === 'failed') return {text: count.text, tone: 'warn'};
  if (count?.status === 'ready' && count.note !== undefined) {
    return {text: count.note, tone: count.tone ?? 'dim'};
  }
  return {text: entry.about, tone: 'dim'};
}
