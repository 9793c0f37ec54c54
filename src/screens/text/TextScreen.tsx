import {Box} from 'ink';
import {LineText} from '../../components/LineText.tsx';
import {Message} from '../../components/Message.tsx';
import {bodyLines, currentView} from '../../state/model.ts';
import {linesOfText} from '../../state/text-lines.ts';
import {useAppState, useScreenContext} from '../context.ts';

/** The generic text: the readable or the raw form of one object. */
export function TextScreen() {
  const {theme} = useScreenContext();
  const view = useAppState(currentView);
  const columns = useAppState(s => s.columns);
  const lines = useAppState(bodyLines);
  const nowMs = useAppState(s => s.nowMs);
  if (view.kind !== 'text') return null;
  const {load} = view;
  const box = {columns, height: lines + 1, theme};
  if (load.status === 'failed') {
    const {title, text, advice} = load.trouble;
    return <Message title={title} tone="bad" lines={text.split('\n')} advice={advice} {...box} />;
  }
  if (view.text === '') {
    const title = load.status === 'loading' && load.shown ? 'Loading…' : ' ';
    return <Message title={title} tone="dim" lines={[]} advice={[]} {...box} />;
  }
  const all = linesOfText(view, {columns, nowMs});
  const shown = all.slice(view.top, view.top + lines);
  const search = view.search.toLowerCase();
  const position =
    all.length > lines ? `lines ${view.top + 1}–${view.top + shown.length} of ${all.length}` : '';
  return (
    <Box flexDirection="column" height={lines + 1}>
      <LineText spans={[{text: ` ${position}`, tone: 'dim'}]} theme={theme} />
      {shown.map((line, i) => {
        const text = line.map(span => span.text).join('');
        const found = search !== '' && text.toLowerCase().includes(search);
        return (
          <LineText
            key={i}
            spans={[{text: found ? '▸' : ' ', tone: 'accent'}, {text: ' '}, ...line]}
            theme={theme}
          />
        );
      })}
    </Box>
  );
}
