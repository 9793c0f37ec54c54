import {safeText} from '../base/safe-text.ts';
import type {SiteChange, SiteDifference} from '../site/diff.ts';
import {kindOf} from '../site/kinds.ts';
import {labelOf} from '../site/model.ts';
import type {PlanStep} from '../site/plan.ts';
import {valueText} from '../site/value-text.ts';
import type {Run} from './site-run.ts';

/** JSON, or lines for people on a terminal without --jq and --output. */
export async function printDifferences(
  differences: readonly SiteDifference[],
  {line, context: {host}}: Run,
  print: (json: string) => Promise<number>,
): Promise<void> {
  const {jq, output, pretty} = line.globals;
  if (host.stdout.isTTY && jq === undefined && output === undefined && pretty === undefined) {
    const lines = differences.length === 0 ? ['No differences.'] : differences.flatMap(textOf);
    host.stdout.write(`${lines.map(safeText).join('\n')}\n`);
    return;
  }
  const rows = differences.map(({wanted: _, read: __, changedIn, ...one}) => ({
    ...one,
    ...(changedIn && {changed_in: changedIn}),
  }));
  await print(JSON.stringify(rows));
}

export function textOf(difference: SiteDifference): readonly string[] {
  const sign = {create: '+', update: '~', order: '~', remove: '-'}[difference.action];
  const side = difference.changedIn ? ` (changed in ${difference.changedIn})` : '';
  const noun = kindOf(difference.kind).noun;
  const where = difference.project === undefined ? '' : `${difference.project}/`;
  const head = `${sign} ${noun} ${where}${difference.name}${side}`;
  return [head, ...difference.changes.map(change => `    ${changeText(change)}`)];
}

export function changeText({field, group, old, new: value}: SiteChange): string {
  const name = group === undefined ? field : `${field} ${group}`;
  if (old === undefined) return `+ ${name}: ${valueText(value)}`;
  return value === undefined
    ? `- ${name}: ${valueText(old)}`
    : `~ ${name}: ${valueText(old)} → ${valueText(value)}`;
}

export function stepLine(step: PlanStep): string {
  const sign = {create: '+', add: '+', set: '~', update: '~', move: '~', remove: '-', delete: '-'}[
    step.action
  ];
  return `${sign} ${labelOf(step)}: ${step.action} ${step.changes.map(changeText).join(', ')}`;
}
