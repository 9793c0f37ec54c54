import {describeRule} from '../../../api/check-rules.ts';
import type {Input, Operation} from '../../../api/operation.ts';
import {padText, wrapText} from '../../../base/width.ts';
import type {Line} from '../../model/line.ts';
import {wrappedText} from '../../show/line-shape.ts';

/**
 * What there is to know about an operation while its command is typed: inputs, permission, rules.
 *
 * @param columns width of the screen
 */
export function operationLines(operation: Operation, columns: number): Line[] {
  const width = Math.max(20, columns - 4);
  const text = (line: string, tone?: 'dim' | 'warn') => wrappedText(line, width, tone, '  ');
  const {deprecated, rules = [], notes = []} = operation;
  return [
    [{text: `  ${operation.summary}`, tone: 'title'}],
    [{text: `  ${operation.method} ${operation.path}`, tone: 'dim'}],
    ...text(`Permission: ${operation.permission}`),
    ...(operation.callers ? text(`Only for: ${operation.callers.join(', ')}`, 'warn') : []),
    ...(deprecated ? text(`Deprecated: ${deprecated.note}`, 'warn') : []),
    ...(operation.effect === 'read'
      ? []
      : text('This writes: enter shows the request, nothing is sent.', 'warn')),
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
    input.type === 'list' ? 'list' : input.type,
    ...(input.values ? [input.values.join(', ')] : []),
    ...(input.default === undefined ? [] : [`default ${input.default}`]),
    ...(input.help === undefined ? [] : [input.help]),
  ].join('; ');
  return wrapText(facts, Math.max(12, width - 30)).map((part, i) => [
    {text: `  ${i === 0 ? head : ' '.repeat(28)}  `, tone: input.required ? 'title' : 'plain'},
    {text: part, tone: 'dim'},
  ]);
}
