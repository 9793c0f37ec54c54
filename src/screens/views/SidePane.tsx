import {Box, Text} from 'ink';
import {LineText} from '../../components/LineText.tsx';
import {PaneBorder} from '../../components/PaneBorder.tsx';
import type {Line} from '../../state/model/line.ts';

/** Width of the rule and the space after it. */
export const paneBorder = 2;

interface Props {
  readonly lines: readonly Line[];
  /** Width, including the rule. */
  readonly columns: number;
  readonly height: number;
}

/** Lines at the right of a view, behind a rule; those below the screen are cut. */
export function SidePane({lines, columns, height}: Props) {
  return (
    <Box width={columns} height={height}>
      <PaneBorder lines={height} isFocused={false} />
      <Box flexDirection="column" width={columns - paneBorder}>
        {lines
          .slice(0, height)
          .map((line, i) =>
            line.length === 0 ? <Text key={i}> </Text> : <LineText key={i} spans={line} />,
          )}
      </Box>
    </Box>
  );
}
