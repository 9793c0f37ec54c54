import {Box, Text} from 'ink';
import Table from 'ink-table';
import {padText, widthOf} from '../../base/width.ts';
import type {ErrorSummary} from '../../state/model/load.ts';
import {type AppState, viewOf} from '../../state/model/state.ts';

interface Props {
  readonly state: AppState;
}

/** A static picture of the home screen, used without a terminal. */
export function PlainFrame({state}: Props) {
  const {connection, session} = state;
  if (connection.status === 'connecting') return <Text>{connection.text}</Text>;
  const {tracker, content} = connection.identities;
  const troubles = [connection.troubles.tracker, connection.troubles.content].filter(
    t => t !== undefined,
  );
  return (
    <Box flexDirection="column">
      <Text>{`steward  ${session.sandbox ? 'sandbox' : session.profile}`}</Text>
      {tracker ? <Text>{`tracker  ${tracker.baseUrl}`}</Text> : null}
      {content ? <Text>{`content  ${content.baseUrl}`}</Text> : null}
      <Text> </Text>
      {tracker || content ? <Table data={rowsOf(state)} /> : null}
      {troubles.map(trouble => (
        <TroubleText key={trouble.title + trouble.text} trouble={trouble} />
      ))}
    </Box>
  );
}

/** ink-table measures by length, so pad cells by width first. */
function rowsOf(state: AppState): {screen: string; count: string; note: string}[] {
  const view = viewOf(state, 'home');
  if (view === undefined) return [];
  const {counts, entries} = view;
  const rows = entries.map(entry => {
    const count = counts[entry.id];
    if (count?.status === 'ready')
      return {screen: entry.title, count: count.text, note: count.note ?? entry.about};
    return {
      screen: entry.title,
      count: '–',
      note: count?.status === 'failed' ? count.text : 'not connected',
    };
  });
  const widest = (pick: (row: (typeof rows)[number]) => string) =>
    Math.max(...rows.map(row => widthOf(pick(row))));
  const [screen, count, note] = [widest(r => r.screen), widest(r => r.count), widest(r => r.note)];
  return rows.map(row => ({
    screen: padText(row.screen, screen),
    count: padText(row.count, count, 'right'),
    note: padText(row.note, note),
  }));
}

function TroubleText({trouble}: {readonly trouble: ErrorSummary}) {
  return (
    <Box flexDirection="column" marginTop={1}>
      <Text bold>{trouble.title}</Text>
      <Text>{trouble.text}</Text>
      {trouble.advice.slice(0, -1).map(line => (
        <Text key={line}>{line}</Text>
      ))}
    </Box>
  );
}
