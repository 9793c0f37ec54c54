import type {Draw} from './random.ts';
import type {SeedContext} from './seed-context.ts';
import {words} from './words.ts';

/** A dynamic webhook; it is gone once expiresAt is past (services T2.6). */
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

/** Events a dynamic webhook can ask for (services W2). */
export const {webhookEvents} = words;

/** The app the sandbox's credential acts for, and another one whose webhooks it must not see. */
export const apps = {own: 'delivery-watch', foreign: 'somebody-else'} as const;

const hour = 3_600_000;

/** Hours to live of the first webhooks, so that every world shows some about to expire. */
const firstLives = [3, 20, 70, 12 * 24, 29 * 24, 719] as const;

/** Webhooks of the own app, and one foreign for every ten. */
export function makeWebhooks(
  workshop: SeedContext,
  projectKeys: readonly string[],
): readonly Webhook[] {
  const draw = workshop.draw('webhooks');
  const count = workshop.counts.webhooks;
  const foreign = Math.ceil(count / 10);
  return Array.from({length: count + foreign}, (_, index) => {
    const lifeHours = firstLives[index] ?? draw.int(2, 719);
    const events = draw.chance(15)
      ? webhookEvents.slice(0, 6)
      : draw.some(webhookEvents, draw.int(1, 3));
    const changes = events.includes('jira:issue_updated');
    return {
      id: 10_000 + index,
      appId: index < count ? apps.own : apps.foreign,
      registeredById: workshop.people[0] ?? '',
      url: `https://${draw.pick(words.hosts)}/${draw.pick(words.paths)}/${draw.int(1, 40)}`,
      events,
      jqlFilter: drawFilter(draw, projectKeys),
      ...(changes && draw.chance(60) ? {fieldIdsFilter: ['summary', 'customfield_10029']} : {}),
      ...(changes && draw.chance(25) ? {issuePropertyKeysFilter: ['release-state']} : {}),
      expiresAt: workshop.now + lifeHours * hour + draw.int(1, 59) * 60_000,
    };
  });
}

function drawFilter(draw: Draw, keys: readonly string[]): string {
  const key = draw.pick(keys);
  return draw.pick([
    `project = ${key}`,
    `project in (${key}, ${draw.pick(keys)}) AND issuetype = Bug`,
    `project = ${key} AND status = "In Progress"`,
    `assignee != currentUser()`,
    `project = ${key} AND priority in (Highest, High)`,
  ]);
}
