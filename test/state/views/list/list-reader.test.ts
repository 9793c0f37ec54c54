import {expect, test} from 'vitest';
import type {Page} from '../../../../src/api/client.ts';
import {projects} from '../../../../src/screens/projects/projects.ts';
import type {AppEvent, Ports} from '../../../../src/state/model/transition.ts';
import {readList} from '../../../../src/state/views/list/list-reader.ts';
import {answeringClient} from '../../../support/answering-client.ts';

const because = 'no world holds so many items, which a custom server may answer with at once';

test('a page of more items than a call can take arguments is told', async () => {
  const items = Array.from({length: 700_000}, () => '{}');
  const page: Page = {index: 0, items, text: '', last: true};
  const client = {
    ...answeringClient('tracker', because, {}),
    pages: async function* () {
      yield page;
    },
  };
  const told: AppEvent[] = [];
  const ports = {
    ...({} as Ports),
    clock: {now: () => 0, sleep: () => Promise.resolve()},
    flags: () => [],
    client: () => client,
    dispatch: (event: AppEvent) => told.push(event),
  };
  const load = {kind: 'load', slot: 'load:1', view: 1, resource: projects, params: {}, wanted: 1};
  await readList(load as never, ports as Ports, new AbortController().signal).readTo(1);
  const pages = told.flatMap(event => (event.kind === 'page' ? [event.items.length] : []));
  expect(pages).toEqual([items.length]);
});
