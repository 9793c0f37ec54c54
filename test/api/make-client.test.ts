import {expect, it} from 'vitest';
import {inPath, inQuery} from '../../src/api/catalogue/inputs.ts';
import type {ClientIdentity} from '../../src/api/client.ts';
import {makeClient} from '../../src/api/make-client.ts';
import {startServer} from './local-server.ts';
import {makeOperation} from './records.ts';
import {failureOf, makePorts} from './run-plan.ts';

const identity: ClientIdentity = {
  service: 'tracker',
  profile: 'default',
  baseUrl: 'https://site.example/',
  authType: 'bearer',
  protected: false,
};
const operation = makeOperation({
  path: '/rest/api/3/thing/{key}',
  inputs: [inPath('key', 'string'), inQuery('n', 'integer')],
  items: '/list',
});

it('plans without sending anything', () => {
  const client = makeClient(identity, makePorts());
  const plan = client.plan(operation, {inputs: {key: ['a/b']}}, {fields: 'x'});
  expect(plan.url).toBe('https://site.example/rest/api/3/thing/a%2Fb?fields=x');
});

it('sends a request and reads its pages', async () => {
  await using server = await startServer(() => ({text: '{"list":[1.0]}'}));
  const client = makeClient({...identity, baseUrl: server.url}, makePorts());
  expect((await client.request(operation, {inputs: {key: ['a']}})).text).toBe('{"list":[1.0]}');
  const items: string[] = [];
  for await (const page of client.pages(operation, {inputs: {key: ['a']}}))
    items.push(...page.items);
  expect(items).toEqual(['1.0']);
});

it('refuses what is wrong with a rejection, and nothing is sent', async () => {
  const client = makeClient(identity, makePorts());
  const given = {inputs: {n: ['x']}};
  expect((await failureOf(client.request(operation, given))).kind).toBe('validation_error');
  const pages = (async () => {
    for await (const page of client.pages(operation, given)) expect(page).toBeUndefined();
  })();
  expect((await failureOf(pages)).kind).toBe('validation_error');
});
