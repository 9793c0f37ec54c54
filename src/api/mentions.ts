import {type JsonValue, listAt, textAt} from '../base/json-value.ts';

/**
 * A user named in a text in storage format, or a block of code, whose text is no markup. Neither
 * part searches a text twice that lacks its end.
 */
const users = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<ri:user\b[^<>]*?ri:account-id="([^"<]*)"/g;

/** List the accounts that a text in storage format mentions, once each. */
export function mentionedIn(xml: string): readonly string[] {
  const ids = [...xml.matchAll(users)].flatMap(([, id]) => (id ? [id] : []));
  return [...new Set(ids)];
}

/** The attribute that carries the name of a mentioned user. */
export const mentionName = 'steward:name';

/**
 * Add the names of users to their mentions in a text in storage format, for showing it.
 *
 * @param found response of `user bulk-get`; users it lacks stay unnamed
 * @param isAwaited show `…` for users that are still to be read
 */
export function nameMentions(
  xml: string,
  found: JsonValue | undefined,
  isAwaited: boolean | undefined = false,
): string {
  const names = new Map(
    listAt(found ?? null, '/values').map(user => [
      textAt(user, '/accountId'),
      textAt(user, '/displayName'),
    ]),
  );
  if (names.size === 0 && !isAwaited) return xml;
  return xml.replace(users, (text, id?: string) => {
    const name = id === undefined ? '' : (names.get(id) ?? (isAwaited ? '…' : ''));
    return name === '' ? text : `${text} ${mentionName}="${escapeAttribute(name)}"`;
  });
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
