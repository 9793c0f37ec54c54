import type {Random} from './random.ts';
import type {SeedContext} from './seed-context.ts';
import {words} from './words.ts';

/** A dynamic webhook, valid until expiresAt (services T2.6). */
export interface Webhook {
  readonly id: number;
  /** The app that registered it. */
  readonly appId: string;
  readonly registeredById: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly jqlFilter: string;
  readonly fieldIdsFilter?: readonly string[];
  readonly issuePropertyKeysFilter?: readonly string[];
  /** Milliseconds since the UNIX epoch. */
  readonly expiresAt: number;
}

/** Events of dynamic webhooks (services W2). */
export const {webhookEvents} = words;

/** The app of the sandbox's credential, and another one whose webhooks it must not see. */
export const apps = {own: 'delivery-watch', foreign: 'somebody-else'} as const;

const hour = 3_600_000;

/** Remaining hours of the first webhooks, so that some expire soon in every world. */
const firstLifetimes = [3, 20, 70, 12 * 24, 29 * 24, 719] as const;

/** Create webhooks of the own app, and one of another app for every ten. */
export function makeWebhooks(
  seedContext: SeedContext,
  projectKeys: readonly string[],
): readonly Webhook[] {
  const random = seedContext.random('webhooks');
  const count = seedContext.counts.webhooks;
  const foreign = Math.ceil(count / 10);
  return Array.from({length: count + foreign}, (_, index) => {
    const lifeHours = firstLifetimes[index] ?? random.int(2, 719);
    const events = random.chance(15)
      ? webhookEvents.slice(0, 6)
      : random.some(webhookEvents, random.int(1, 3));
    const changes = events.includes('jira:issue_updated');
    return {
      id: 10_000 + index,
      appId: index < count ? apps.own : apps.foreign,
      registeredById: seedContext.people[0] ?? '',
      url: `https://${random.pick(words.hosts)}/${random.pick(words.paths)}/${random.int(1, 40)}`,
      events,
      jqlFilter: generateFilter(random, projectKeys),
      ...(changes && random.chance(60) ? {fieldIdsFilter: ['summary', 'customfield_10029']} : {}),
      ...(changes && random.chance(25) ? {issuePropertyKeysFilter: ['release-state']} : {}),
      expiresAt: seedContext.now + lifeHours * hour + random.int(1, 59) * 60_000,
    };
  });
}

function generateFilter(random: Random, keys: readonly string[]): string {
  const key = random.pick(keys);
  return random.pick([
    `project = ${key}`,
    `project in (${key}, ${random.pick(keys)}) AND issuetype = Bug`,
    `project = ${key} AND status = "In Progress"`,
    `assignee != currentUser()`,
    `project = ${key} AND priority in (Highest, High)`,
  ]);
}
