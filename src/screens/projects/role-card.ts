import {isArray, isObject, type JsonValue, readPointer} from '../../base/json-value.ts';
import {type Card, field, group, rows} from '../../state/model/card.ts';
import {count, state, text} from '../../state/model/column.ts';

/** What is told first about a role of a project: who is in it. */
export const roleCard: Card = {
  title: [text('', '/name')],
  lines: [
    field('About', text('', '/description')),
    field(
      'Rights',
      state('', [
        ['/admin', 'administers', 'warn'],
        ['/default', 'default', 'dim'],
      ]),
    ),
    group('In it', count('', '/actors')),
    rows('/people', [text('', '/name'), text('', '/what', {tone: 'dim'})], 20),
  ],
  adds: value => ({people: peopleOf(readPointer(value, '/actors'))}),
};

/** Groups first: they stand for many. */
function peopleOf(actors: JsonValue | undefined): readonly JsonValue[] {
  const all = (isArray(actors) ? actors : []).map(actor => ({
    name: readPointer(actor, '/displayName') ?? readPointer(actor, '/name') ?? '',
    what: isObject(readPointer(actor, '/actorGroup')) ? 'group' : '',
  }));
  return all.toSorted((one, other) => other.what.length - one.what.length);
}
