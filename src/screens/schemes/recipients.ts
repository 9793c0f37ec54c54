import {isArray, type JsonValue, readPointer} from '../../base/json-value.ts';
import {arrayKind} from '../../output/column-kind.ts';
import {columnOf} from '../../state/model/column.ts';
import {holderOf} from './holders.ts';

/** Said of an event without recipients. */
export const nobodyTold = 'nobody is told';

/**
 * Who is told, by type and name, each once: `reporter, G:devs`. A plain address is marked, since
 * nothing is sent to it any more.
 *
 * @param notifications the notifications of one event
 */
export function recipientsText(notifications: JsonValue | undefined): string {
  if (!isArray(notifications) || notifications.length === 0) return nobodyTold;
  const labels = notifications.map(notification => {
    const type = String(readPointer(notification, '/notificationType') ?? '');
    const {label} = holderOf(type, notification);
    return type === 'EmailAddress' ? `!${label} (no longer sent)` : label;
  });
  return [...new Set(labels)].join(', ');
}

/** Notifications of an event, as who is told. */
export const recipients = columnOf(arrayKind(recipientsText));
