import {Box, Text} from 'ink';
import {padText} from '../../base/width.ts';
import {type LineSpan, LineText} from '../../components/LineText.tsx';
import {Message} from '../../components/Message.tsx';
import type {Count, HomeEntry} from '../../state/home-count.ts';
import {homeEntries} from '../../state/home-entries.ts';
import {bodyLines, currentView} from '../../state/model.ts';
import {useAppState, useScreenContext} from '../context.ts';

const titleWidth = 24;
const countWidth = 8;

/** The start: five families, their screens, how many there are, and what needs a look. */
export function HomeScreen() {
  const {theme} = useScreenContext();
  const view = useAppState(currentView);
  const columns = useAppState(s => s.columns);
  const lines = useAppState(bodyLines);
  const connection = useAppState(s => s.connection);
  if (view.kind !== 'home' || connection.status !== 'ready') return null;
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
  const roomy = lines + 1 >= homeEntries.length + familyCount() * 2;
  return (
    <Box flexDirection="column" height={lines + 1}>
      {homeEntries.map((entry, i) => {
        const first = homeEntries[i - 1]?.family !== entry.family;
        const trouble = troubles[entry.call.service];
        const count = trouble
          ? ({status: 'failed', text: 'not connected'} as const)
          : view.counts[entry.id];
        return (
          <Box key={entry.id} flexDirection="column" flexShrink={0}>
            {roomy && first ? <Text> </Text> : null}
            {roomy && first ? <Text {...theme.tones.accent}>{`  ${entry.family}`}</Text> : null}
            <EntryLine entry={entry} count={count} selected={i === view.cursor} columns={columns} />
          </Box>
        );
      })}
    </Box>
  );
}

function familyCount(): number {
  return new Set(homeEntries.map(entry => entry.family)).size;
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
