import {targetOf} from '../../api/watch/delivery-facts.ts';
import {isObject} from '../../base/json-value.ts';
import {type Card, field, words} from '../../state/model/card.ts';
import {joined, number, text, url} from '../../state/model/column.ts';
import {daysLeft} from './days-left.ts';
import {addressLines, failuresOf} from './monitor/monitor-cards.ts';
import {meaningOf} from './monitor/registration.ts';

/** What is told first about a webhook: how long it lives, what it is told of, what failed. */
export const webhookCard: Card = {
  title: [url('', '/url'), number('', '/id')],
  lines: [
    field('Left', daysLeft('', '/expirationDate')),
    field('Events', joined('', '/events')),
    field('Issues of', text('', '/jqlFilter')),
    field('Fields', joined('', '/fieldIdsFilter')),
    words('/meaning', 4),
    ...addressLines,
  ],
  adds: (value, at) =>
    isObject(value) && typeof value.url === 'string'
      ? {...failuresOf(targetOf(value.url), at), ...meaningOf(value, at)}
      : {},
};
