import {parseJsonValue, readPointer} from '../../base/json-value.ts';
import {trackerCall} from '../../state/model/call.ts';
import type {Count, CountAsk, HomeEntry} from '../../state/model/count.ts';
import {numberText, readItems} from '../../state/views/home/count-entry.ts';

const allUsers = trackerCall('users get-all', {maxResults: '1000'});

/** Users on the home screen, and how many of them are inactive. */
export const usersHome: HomeEntry = {
  id: 'users',
  family: 'Site',
  title: 'Users',
  screen: 'users',
  about: 'names and groups',
  call: allUsers,
  count: countUsers,
};

async function countUsers(_: HomeEntry, ask: CountAsk): Promise<Count> {
  const {items, more} = await readItems(allUsers, ask);
  const text = numberText(items.length, more);
  const left = items.filter(item => readPointer(parseJsonValue(item), '/active') === false).length;
  return {status: 'ready', text, ...(left > 0 && {note: `${left} inactive`})};
}
