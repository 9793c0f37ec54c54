import {isArray, isObject, type JsonValue, readFirstOf} from '../../base/json-value.ts';

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

/** A delivery of whose body nothing is known. */
export const noFacts: DeliveryFacts = {event: '', issue: '', project: '', user: '', about: ''};

/** Characters of a body that is no JSON. */
const longestBegin = 200;

/** What a delivery was about, by its `body`: JSON in a text, or any other text. */
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

/** The object or list in a `body`; undefined for one that is no JSON, or was cut off. */
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

/** Host and path of a URL, without what may be secret in it: user, password, query. */
export function targetOf(url: string): string {
  const rest = url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/[?#].*$/s, '');
  const slash = rest.indexOf('/');
  const host = (slash === -1 ? rest : rest.slice(0, slash)).replace(/^.*@/s, '');
  const path = slash === -1 ? '' : rest.slice(slash);
  return host.toLowerCase() + (path === '/' ? '' : path) || '(no URL)';
}
