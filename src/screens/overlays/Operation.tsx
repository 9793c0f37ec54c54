import {Box} from 'ink';
import {permissionOf} from '../../api/catalogue/outcomes.ts';
import {describeRule} from '../../api/check-rules.ts';
import type {Input, Operation} from '../../api/operation.ts';
import {withWords} from '../../api/worded-values.ts';
import {padText, wrapText} from '../../base/width.ts';
import {LineText} from '../../components/LineText.tsx';
import {findTypedOperation} from '../../state/ask/command-line.ts';
import type {Line} from '../../state/model/line.ts';
import {visibleLineCount} from '../../state/model/viewport.ts';
import {wrappedText} from '../../state/show/line-shape.ts';
import {useAppState} from '../context.ts';

/** Shown while a command is typed: the description and flags of its operation. */
export function OperationScreen() {
  const prompt = useAppState(s => s.prompt);
  const columns = useAppState(s => s.columns);
  const lines = useAppState(visibleLineCount);
  const operation = findTypedOperation(prompt?.text ?? '');
  const shown =
    operation === undefined
      ? [[{text: '  begin with jr or cf, then the group and the operation', tone: 'dim' as const}]]
      : operationLines(operation, columns);
  return (
    <Box flexDirection="column" height={lines}>
      {shown.slice(0, lines).map((line, i) => (
        <LineText key={i} spans={line.length === 0 ? [{text: ' '}] : line} />
      ))}
    </Box>
  );
}

/**
 * Describe an operation while its command is typed: inputs, permission, rules.
 *
 * @param columns width of the screen
 */
function operationLines(operation: Operation, columns: number): Line[] {
  const width = Math.max(20, columns - 4);
  const text = (line: string, tone?: 'dim' | 'warn') => wrappedText(line, width, tone, '  ');
  const {deprecated, rules = [], notes = []} = operation;
  const permission = permissionOf(operation);
  return [
    [{text: `  ${operation.summary}`, tone: 'title'}],
    [{text: `  ${operation.method} ${operation.path}`, tone: 'dim'}],
    ...(permission === undefined ? [] : text(`Permission: ${permission}`)),
    ...(operation.callers ? text(`Only for: ${operation.callers.join(', ')}`, 'warn') : []),
    ...(deprecated ? text(`Deprecated: ${deprecated.note}`, 'warn') : []),
    ...(operation.effect === 'read'
      ? []
      : text('Write: enter shows the request; nothing is sent.', 'warn')),
    [],
    ...operation.inputs.flatMap(input => inputLines(input, width)),
    ...rules.flatMap(rule => text(describeRule(rule), 'dim')),
    ...notes.flatMap(note => text(note, 'dim')),
  ];
}

function inputLines(input: Input, width: number): Line[] {
  if (input.unavailable !== undefined) return [];
  const head = padText(`--${input.name}${input.required ? ' !' : ''}`, 28);
  const facts = [
    input.type,
    ...(input.values ? [input.values.map(value => withWords(input, value)).join(', ')] : []),
    ...(input.default === undefined ? [] : [`default ${input.default}`]),
    ...(input.help === undefined ? [] : [input.help]),
  ].join('; ');
  return wrapText(facts, Math.max(12, width - 30)).map((part, i) => [
    {text: `  ${i === 0 ? head : ' '.repeat(28)}  `, tone: input.required ? 'title' : 'plain'},
    {text: part, tone: 'dim'},
  ]);
}
