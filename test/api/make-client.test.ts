import {expect, it} from 'vitest';
import {inPath, inQuery} from '../../src/api/catalogue/inputs.ts';
import type {ClientIdentity} from '../../src/api/client.ts';
import {guardedClient, makeClient} from '../../src/api/make-client.ts';
import {Failure} from '../../src/base/failure.ts';
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
  const plan = client.plan(operation, {inputs: {key: ['a']}});
  expect((await client.request(plan)).text).toBe('{"list":[1.0]}');
  const items: string[] = [];
  for await (const page of client.pages(plan)) items.push(...page.items);
  expect(items).toEqual(['1.0']);
});

it('refuses to plan what is wrong', () => {
  const client = makeClient(identity, makePorts());
  expect(() => client.plan(operation, {inputs: {n: ['x']}})).toThrow(/key|n/);
});

it('sends nothing that a guard refuses', async () => {
  await using server = await startServer(() => ({text: '{}'}));
  const guarded = guardedClient(
    makeClient({...identity, baseUrl: server.url}, makePorts()),
    ({title}) => {
      throw new Failure('policy_denied', `not ${title}`);
    },
  );
  const plan = guarded.plan(operation, {inputs: {key: ['a']}});
  expect((await failureOf(guarded.request(plan))).kind).toBe('policy_denied');
  expect(() => guarded.pages(plan)).toThrow(/^not /);
  expect(server.received).toEqual([]);
});
