import {trackerRef} from '../api/operation-ref.ts';
import {readPointer} from '../base/json-value.ts';
import {textAt} from './model.ts';
import type {PlanStep} from './plan.ts';
import {itemsOf} from './read-object.ts';
import type {SendCall} from './read-site.ts';

const audit = trackerRef('auditing get-audit-records', {filter: '{name}', from: '{from}'});

/**
 * Find the last change of an object in the audit records: `Role updated by … at …`. '' if there is
 * none, or if the account may not read them.
 *
 * @param from ISO 8601 time
 */
export async function lastChangeOf(
  send: SendCall,
  {name, id}: Pick<PlanStep, 'name' | 'id'>,
  from: string | undefined,
): Promise<string> {
  if (from === undefined) return '';
  const text = await send(audit, {name, from}).catch(() => undefined);
  const records = text === undefined ? [] : itemsOf(audit, text);
  const own = records.filter(record => {
    const object = readPointer(record, '/objectItem') ?? null;
    return textAt(object, '/id') === id || textAt(object, '/name') === name;
  });
  const [last] = own.toSorted((a, b) => (at(a) < at(b) ? 1 : -1));
  if (last === undefined) return '';
  const by = textAt(last, '/authorAccountId') ?? textAt(last, '/authorKey') ?? 'somebody';
  return `${textAt(last, '/summary') ?? 'changed'} by ${by} at ${at(last)}`;
}

const at = (record: Parameters<typeof textAt>[0]): string => textAt(record, '/created') ?? '';
