import {makeLookup} from '../../base/json-pointer.ts';
import {factsOfBody, targetOf} from './delivery-facts.ts';

/** The failed deliveries that a watch reports; an empty list allows all. */
export interface DeliveryFilter {
  /** Parts of the host and path of the address. */
  readonly urls: readonly string[];
  /** Names of events, with or without `jira:`. */
  readonly events: readonly string[];
  /** Keys of projects. */
  readonly projects: readonly string[];
}

/**
 * Return a check of failed deliveries (JSON text), ignoring case: one value of each list must
 * match.
 *
 * @returns undefined if all match
 */
export function makeDeliveryFilter({
  urls,
  events,
  projects,
}: DeliveryFilter): ((record: string) => boolean) | undefined {
  if (urls.length + events.length + projects.length === 0) return undefined;
  const parts = urls.map(url => targetOf(url).toLowerCase());
  const names = new Set(events.map(name => name.toLowerCase().replace(/^jira:/, '')));
  const keys = new Set(projects.map(key => key.toLowerCase()));
  return record => {
    const json = makeLookup(record);
    const target = targetOf(json.string('/url') ?? '').toLowerCase();
    if (parts.length > 0 && !parts.some(part => target.includes(part))) return false;
    if (names.size + keys.size === 0) return true;
    const {event, project} = factsOfBody(json.string('/body'));
    return (
      (names.size === 0 || names.has(event.toLowerCase())) &&
      (keys.size === 0 || keys.has(project.toLowerCase()))
    );
  };
}
