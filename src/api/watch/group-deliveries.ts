import {checkJson} from '../../base/json-check.ts';
import {makeLookup} from '../../base/json-pointer.ts';
import {kindOf} from '../../base/json-scan.ts';
import {factsOfBody, targetOf} from './delivery-facts.ts';

/** The named groupings of failures. */
export const groupingNames = ['url', 'event', 'project', 'issue', 'user', 'webhook'] as const;
export type GroupingName = (typeof groupingNames)[number];

/** A name, or a JSON pointer into the record; pointers below `/body` address the JSON in it. */
export type Grouping = GroupingName | `/${string}`;

/** Group of failures whose record lacks the grouped value. */
export const unknownGroup = 'not given';

/** Parse a grouping; undefined if invalid. */
export function readGrouping(text: string): Grouping | undefined {
  if (/^\/./.test(text)) return text as Grouping;
  return groupingNames.find(name => name === text);
}

/** Return the group of a failed delivery (JSON text); `unknownGroup` if the value is missing. */
export function groupOf(record: string, grouping: Grouping): string {
  const json = makeLookup(record);
  switch (grouping) {
    case 'url':
      return targetOf(json.string('/url') ?? '');
    case 'webhook':
      return webhookOf(json.string('/body')) || unknownGroup;
    case 'event':
    case 'project':
    case 'issue':
    case 'user':
      return factsOfBody(json.string('/body'))[grouping] || unknownGroup;
  }
  return textAt(record, grouping) || unknownGroup;
}

/** The webhook ids in the body of a delivery (services W2). */
function webhookOf(body: string | undefined): string {
  if (body === undefined || !body.includes('matchedWebhookIds')) return '';
  const ids = lookInto(body)?.json('/matchedWebhookIds');
  return ids === undefined ? '' : ids.replace(/[[\]\s"]/g, '').replaceAll(',', ', ');
}

function textAt(record: string, pointer: string): string {
  const json = makeLookup(record);
  const within = /^\/body(\/.*)$/s.exec(pointer)?.[1];
  const body = within === undefined ? undefined : json.string('/body');
  const looked = body === undefined ? json : lookInto(body);
  const at = body === undefined ? pointer : (within ?? '');
  const span = looked?.span(at);
  if (looked === undefined || span === undefined) return '';
  return (kindOf(looked.text, span) === 'string' ? looked.string(at) : looked.json(at)) ?? '';
}

function lookInto(text: string) {
  return checkJson(text) === undefined ? makeLookup(text) : undefined;
}

/** The number of failures of a group. Times are milliseconds since the UNIX epoch. */
export interface GroupTally {
  readonly name: string;
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Counts by name. */
export interface Tally {
  add(name: string, timeMs: number): void;
  /** The most frequent first; for equal counts, the latest. */
  all(): readonly GroupTally[];
  clear(): void;
}

export function makeTally(): Tally {
  const counted = new Map<string, {-readonly [K in keyof GroupTally]: GroupTally[K]}>();
  return {
    add(name, timeMs) {
      const known = counted.get(name);
      if (known === undefined) {
        counted.set(name, {name, count: 1, firstMs: timeMs, lastMs: timeMs});
        return;
      }
      known.count++;
      known.firstMs = Math.min(known.firstMs, timeMs);
      known.lastMs = Math.max(known.lastMs, timeMs);
    },
    all: () =>
      [...counted.values()]
        .map(one => ({...one}))
        .sort((a, b) => b.count - a.count || b.lastMs - a.lastMs),
    clear: () => counted.clear(),
  };
}
