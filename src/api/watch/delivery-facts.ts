import {isArray, isObject, type JsonValue, readFirstOf} from '../../base/json-value.ts';

/** Facts of a delivery, read from its body; '' if missing. */
export interface DeliveryFacts {
  /** Name of the event, without `jira:`. */
  readonly event: string;
  /** Key of the issue. */
  readonly issue: string;
  /** Key of the project. */
  readonly project: string;
  /** Name of the user who made the change. */
  readonly user: string;
  /** Title of the issue, version, sprint or comment; for a non-JSON body, its start. */
  readonly about: string;
}

/** Facts of a delivery with an unknown body. */
export const noFacts: DeliveryFacts = {event: '', issue: '', project: '', user: '', about: ''};

/** Limit of characters of a body that is not JSON. */
const longestBegin = 200;

/** Extract the facts of a delivery from its `body`: JSON in a string, or other text. */
export function factsOfBody(body: JsonValue | undefined): DeliveryFacts {
  const inside = insideOf(body);
  if (inside === undefined) {
    const begin = typeof body === 'string' ? body.slice(0, longestBegin) : '';
    return {...noFacts, about: begin.split(/\r?\n/, 1)[0] ?? ''};
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

/** The object or array in a `body`; undefined if it is not JSON, or truncated. */
function insideOf(body: JsonValue | undefined): JsonValue | undefined {
  if (typeof body !== 'string') return body;
  if (!/^\s*[[{]/.test(body)) return undefined;
  try {
    const value = JSON.parse(body) as JsonValue;
    return isObject(value) || isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Host and path of a URL, without possible secrets: user, password, query. */
export function targetOf(url: string): string {
  const rest = url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/[?#].*$/s, '');
  const slash = rest.indexOf('/');
  const host = (slash === -1 ? rest : rest.slice(0, slash)).replace(/^.*@/s, '');
  const path = slash === -1 ? '' : rest.slice(slash);
  return host.toLowerCase() + (path === '/' ? '' : path) || '(no URL)';
}
