import {Box} from 'ink';
import {safeText} from '../../base/safe-text.ts';
import {LineText} from '../../components/LineText.tsx';
import {Message} from '../../components/Message.tsx';
import {SplitLine} from '../../components/SplitLine.tsx';
import {viewOf} from '../../state/model/state.ts';
import {bodyLines} from '../../state/model/viewport.ts';
import {markLine, visibleLine} from '../../state/show/line-shape.ts';
import {linesOfText} from '../../state/views/text/text-lines.ts';
import {useAppState} from '../context.ts';
import {failedMessage, loadingMessage} from './load-message.ts';

const formNames = {describe: '', raw: 'JSON', yaml: 'YAML', fields: 'fields'} as const;
const rawHint = 'y next form  d readable  J jq  w wrap';

/** The described or raw form of one object. */
export function TextScreen() {
  const view = useAppState(s => viewOf(s, 'text'));
  const columns = useAppState(s => s.columns);
  const lines = useAppState(bodyLines);
  const rows = useAppState(s => s.rows);
  const nowMs = useAppState(s => s.nowMs);
  const own = useAppState(s => s.own);
  // A jq problem may be too long for the prompt's line.
  const wrong = useAppState(s => (s.prompt?.kind === 'jq' ? s.prompt.problem : undefined));
  if (view === undefined) return null;
  const {load} = view;
  const box = {columns, height: lines + 1};
  if (load.status === 'failed') return <Message {...failedMessage(load)} {...box} />;
  if (view.text === '') return <Message {...loadingMessage(load)} {...box} />;
  const all = linesOfText(view, {columns, rows, nowMs, own});
  const shown = all.slice(view.top, view.top + lines);
  const range =
    all.length > lines ? `lines ${view.top + 1}–${view.top + shown.length} of ${all.length}` : '';
  const position = [formNames[view.form], range, view.left ? `from column ${view.left + 1}` : '']
    .filter(Boolean)
    .join('  ');
  return (
    <Box flexDirection="column" height={lines + 1}>
      <SplitLine
        left={[
          wrong === undefined
            ? {text: ` ${position}`, tone: 'dim'}
            : {text: ` ${safeText(wrong)}`, tone: 'bad'},
        ]}
        right={
          view.form === 'describe' || wrong !== undefined
            ? []
            : [{text: `${rawHint} `, tone: 'dim'}]
        }
        columns={columns}
      />
      {shown.map((line, i) => {
        const isHere = view.top + i === view.match && view.search !== '';
        const shownLine = markLine(
          visibleLine(line, view.left ?? 0, columns + view.search.length),
          view.search,
        );
        return (
          <LineText key={i} spans={[{text: isHere ? '▸ ' : '  ', tone: 'accent'}, ...shownLine]} />
        );
      })}
    </Box>
  );
}
