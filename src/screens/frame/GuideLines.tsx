import {Box} from 'ink';
import {LineText} from '../../components/LineText.tsx';
import {SplitLine} from '../../components/SplitLine.tsx';
import {guideLines} from '../../state/model/viewport.ts';
import {useAppState} from '../context.ts';

/** What to try next, on lines that no view uses. */
export function GuideLines() {
  const columns = useAppState(s => s.columns);
  const guide = useAppState(s => s.guide);
  if (guide === undefined) return null;
  return (
    <Box flexDirection="column" height={guideLines}>
      <SplitLine
        left={[{text: ` ▌${guide.title}`, tone: 'accent', strong: true}]}
        right={[{text: `${guide.hint} `, tone: 'dim'}]}
        columns={columns}
      />
      <LineText spans={[{text: ' ▌', tone: 'accent'}, {text: guide.text}]} />
    </Box>
  );
}
