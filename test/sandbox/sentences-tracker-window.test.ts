import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {startTracker, type TestTracker} from './tracker-server.ts';

interface Person {
  readonly accountId: string;
  readonly displayName: string;
  readonly active: boolean;
}

let tracker: TestTracker;
/** All users of the site, in the order of the window. */
let everybody: readonly Person[];

beforeAll(async () => {
  tracker = await startTracker({size: 'large'});
  const pages: Person[] = [];
  for (let startAt = 0; startAt < 3_000; startAt += 1_000) {
    pages.push(...(await read(`users/search?startAt=${startAt}&maxResults=1000`)));
  }
  everybody = pages;
});
afterAll(() => tracker.sandbox.stop());

async function read(target: string): Promise<readonly Person[]> {
  const {status, json, text} = await tracker.ask(target);
  expect(status, text).toBe(200);
  return Array.isArray(json) ? json : json.values;
}

const idsOf = (people: readonly Person[]) => people.map(({accountId}) => accountId);

const searches = [
  ['find', 'user/search?query='],
  ['find-assignable', 'user/assignable/search?project=HPAY&query='],
  ['find-bulk-assignable', 'user/assignable/multiProjectSearch?projectKeys=HPAY&query='],
  ['find-with-all-permissions', 'user/permission/search?permissions=USER_PICKER&query='],
] as const;

describe('services T8: user search window, all user search and assignable operations: first 1000 users, then filtered', () => {
  it.each(searches)('%s filters the range of startAt and maxResults', async (_, target) => {
    const whole = idsOf(await read(`${target}&maxResults=1000`));
    expect(whole.length).toBeGreaterThan(100);
    const range = idsOf(everybody.slice(300, 350));
    const page = idsOf(await read(`${target}&startAt=300&maxResults=50`));
    expect(page).toEqual(range.filter(id => whole.includes(id)));
  });

  it.each(searches)('%s goes up to the thousandth user', async (_, target) => {
    const within = new Set(idsOf(everybody.slice(0, 1_000)));
    const last = idsOf(await read(`${target}&startAt=900&maxResults=1000`));
    expect(last.length).toBeGreaterThan(0);
    expect(last.every(id => within.has(id))).toBe(true);
    expect(await read(`${target}&startAt=1000&maxResults=50`)).toEqual([]);
  });

  it.each(searches)('%s finds nobody beyond it, by account ID neither', async (_, target) => {
    const exact = target.replace('query=', 'accountId=');
    const active = everybody.filter(one => one.active);
    const beyond = idsOf(active.filter(one => everybody.indexOf(one) > 1_000)).slice(0, 20);
    for (const id of beyond) {
      expect(await read(`${exact}${encodeURIComponent(id)}&maxResults=1000`)).toEqual([]);
    }
  });

  it.each([
    ['find-by-query', 'user/search/query?maxResults=1000'],
    ['find-keys-by-query', 'user/search/query/key?maxResult=1000'],
  ])('%s looks at the first 1000 users', async (_, target) => {
    const within = new Set(idsOf(everybody.slice(0, 1_000)));
    const query = encodeURIComponent('[on-call] is ‘false’'.replace(/[‘’]/g, "'"));
    const found = idsOf(await read(`${target}&query=${query}`));
    expect(found.length).toBeGreaterThan(50);
    expect(found.every(id => within.has(id))).toBe(true);
  });

  it('find-for-picker looks at the first 1000 users', async () => {
    const within = everybody.slice(0, 1_000);
    const outside = everybody.find(
      (one, index) =>
        index > 1_000 && one.active && !within.some(other => sameStart(other, one.displayName)),
    );
    if (outside === undefined) throw new Error('nobody beyond the window has a name of their own');
    const query = encodeURIComponent(outside.displayName);
    expect((await tracker.ask(`user/picker?query=${query}`)).json).toMatchObject({total: 0});
  });
});

function sameStart({displayName}: Person, name: string): boolean {
  return displayName.toLowerCase().startsWith(name.toLowerCase());
}
