import {Box} from 'ink';
import {LineText} from '../../components/LineText.tsx';
import {operationTyped} from '../../state/ask/command-line.ts';
import {operationLines} from '../../state/layers/prompt/operation-lines.ts';
import {roomLines} from '../../state/model/room.ts';
import {useAppState, useScreenContext} from '../context.ts';

/** While a command is typed: what its operation does and which flags it takes. */
export function OperationScreen() {
  const {theme} = useScreenContext();
  const prompt = useAppState(s => s.prompt);
  const columns = useAppState(s => s.columns);
  const lines = useAppState(roomLines);
  const operation = operationTyped(prompt?.text ?? '');
  const shown =
    operation === undefined
      ? [[{text: '  begin with jr or cf, then the group and the operation', tone: 'dim' as const}]]
      : operationLines(operation, columns);
  return (
    <Box flexDirection="column" height={lines}>
      {shown.slice(0, lines).map((line, i) => (
        <LineText key={i} spans={line.length === 0 ? [{text: ' '}] : line} theme={theme} />
      ))}
    </Box>
  );
}
