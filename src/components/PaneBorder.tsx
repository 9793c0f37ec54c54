import {Box, Text} from 'ink';
import {memo} from 'react';
import {useTheme} from './theme-context.ts';

interface Props {
  readonly lines: number;
  readonly isFocused: boolean;
}

/** The rule at the left of a pane, two columns wide. */
export const PaneBorder = memo(function PaneBorder({lines, isFocused}: Props) {
  const look = useTheme().tones[isFocused ? 'accent' : 'dim'];
  return (
    <Box flexDirection="column" width={2}>
      {Array.from({length: lines}, (_, i) => (
        <Text key={i} {...look}>
          {'│ '}
        </Text>
      ))}
    </Box>
  );
});
