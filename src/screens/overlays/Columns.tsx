import {Box} from 'ink';
import {safeText} from '../../base/safe-text.ts';
import {padText} from '../../base/width.ts';
import {LineText} from '../../components/LineText.tsx';
import {viewOf} from '../../state/model/state.ts';
import {visibleLineCount} from '../../state/model/viewport.ts';
import {type ChooserLine, chooserLines} from '../../state/overlays/columns/chooser.ts';
import {useAppState} from '../context.ts';
import {ChosenRows} from './ChosenRows.tsx';

const titleWidth = 22;
const sizeWidth = 6;

/** The column chooser: visibility, order and width of a list's columns. */
export function ColumnsScreen() {
  const view = useAppState(s => viewOf(s, 'list'));
  const cursor = useAppState(s => s.chooser?.cursor ?? 0);
  const height = useAppState(visibleLineCount);
  if (view === undefined) return null;
  const lines = chooserLines(view.resource);
  const shown = lines.filter(line => line.isShown).length;
  const rows = lines.map(line => ({
    key: line.title + line.from,
    spans: [{text: textOf(line), tone: line.isShown ? ('plain' as const) : ('dim' as const)}],
  }));
  const heading = `    ${padText('COLUMN', titleWidth)}  ${padText('WIDTH', sizeWidth, 'right')}  FROM`;
  return (
    <Box flexDirection="column" height={height}>
      <LineText
        spans={[
          {text: '  Columns of ', tone: 'accent'},
          {text: view.resource.title.toLowerCase(), tone: 'accent'},
          {text: `  ${shown} of ${lines.length} shown`, tone: 'dim'},
        ]}
      />
      <LineText spans={[{text: ` ${heading}`, tone: 'dim'}]} />
      <ChosenRows rows={rows} cursor={cursor} room={height - 2} />
    </Box>
  );
}

function textOf({isShown, title, width, from}: ChooserLine): string {
  const box = isShown ? '[x]' : '[ ]';
  const size = padText(width, sizeWidth, 'right');
  return `${box} ${padText(safeText(title), titleWidth)}  ${size}  ${safeText(from)}`;
}
