import {makeLookup} from '../../../base/json-pointer.ts';
import {isArray, isObject, type JsonValue, readFirstOf} from '../../../base/json-value.ts';
import {columnKinds} from '../../../output/column-kind.ts';
import {columnOf, type MoreOfColumn} from '../../../state/model/column.ts';
import type {HeldFailure} from './held.ts';

/** What a delivery was about, read from its body; '' where the body does not say. */
export interface DeliveryFacts {
  /** Name of the event, without `jira:`. */
  readonly event: string;
  /** Key of the issue. */
  readonly issue: string;
  /** Key of the project. */
  readonly project: string;
  /** Who did it. */
  readonly user: string;
  /** What the issue, version, sprint or comment is called; the begin of a body that is no JSON. */
  readonly about: string;
}

const nothing: DeliveryFacts = {event: '', issue: '', project: '', user: '', about: ''};

/** Characters of a body that is no JSON. */
const longestBegin = 200;

const known = new WeakMap<object, DeliveryFacts>();

/** What a failed delivery was about; its body is JSON in a text, read once. */
export function factsOfDelivery(value: JsonValue): DeliveryFacts {
  if (!isObject(value)) return nothing;
  const found = known.get(value) ?? factsOfBody(value.body);
  known.set(value, found);
  return found;
}

/** The same of a record the monitor holds. */
export function factsOfRecord(record: HeldFailure): DeliveryFacts {
  const found = known.get(record) ?? factsOfBody(makeLookup(record.text).string('/body'));
  known.set(record, found);
  return found;
}

function factsOfBody(body: JsonValue | undefined): DeliveryFacts {
  const inside = typeof body === 'string' ? parsed(body) : body;
  if (inside === undefined) {
    const begin = typeof body === 'string' ? body.slice(0, longestBegin) : '';
    return {...nothing, about: begin.split(/\r?\n/, 1)[0] ?? ''};
  }
  const at = (...pointers: readonly string[]): string => {
    const value = readFirstOf(inside, pointers);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const issue = at('/issue/key');
  return {
    event: at('/webhookEvent').replace(/^jira:/, ''),
    issue,
    project: at('/issue/fields/project/key', '/project/key') || issue.replace(/-\d+$/, ''),
    user: at(
      '/user/displayName',
      '/comment/updateAuthor/displayName',
      '/comment/author/displayName',
      '/user/accountId',
    ),
    about: at('/issue/fields/summary', '/version/name', '/sprint/name', '/comment/body'),
  };
}

/** A body that is no JSON, or was cut off, says nothing. */
function parsed(body: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(body)) return undefined;
  try {
    const value = JSON.parse(body) as JsonValue;
    return isObject(value) || isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A column of what the body says. */
export function bodyColumn(title: string, fact: keyof DeliveryFacts, more: MoreOfColumn = {}) {
  const kind = {
    ...columnKinds.text,
    read: (item: JsonValue): JsonValue | undefined => factsOfDelivery(item)[fact] || undefined,
  };
  return columnOf(kind)(title, '/body', {id: fact, ...more});
}
