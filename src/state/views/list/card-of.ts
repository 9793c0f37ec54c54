import {labelFrom} from '../../../base/capital.ts';
import {text} from '../../../base/column.ts';
import {memoizeFor} from '../../../base/memoize-for.ts';
import {type Card, field} from '../../model/card.ts';
import type {Resource} from '../../model/resource.ts';

/**
 * The card for a row: that of its list. If only the row is known and no call reads it, its columns
 * in full. Undefined if the describe call shows everything.
 */
export function cardOf(resource: Resource): Card | undefined {
  const {card, describe, reader} = resource;
  return card || describe || reader ? card : cardOfColumns(resource);
}

const cardOfColumns = memoizeFor(({name, columns}: Resource): Card => {
  // Do not repeat the title, which the label of a tree contains, unless it is the only value.
  const titles = [name[0], '/tree/label'];
  const words = columns.find(({from}) => from[0] === name[0])?.words;
  const others = columns.filter(({from, title}) => title !== '' && !titles.includes(from[0] ?? ''));
  return {
    title: [text('', name, words && {words})],
    lines: (others.length === 0 ? columns : others).map(column =>
      field(labelFrom(column.title.toLowerCase()), column),
    ),
  };
});
