import {expect, test} from 'vitest';
import type {Operation} from '../../../src/api/operation.ts';
import type {RequestPlan} from '../../../src/api/request-plan.ts';
import {isFailure} from '../../../src/base/failure.ts';
import {readOnlyClient} from '../../../src/state/ask/read-only-client.ts';
import type {Action, Task} from '../../../src/state/model/transition.ts';
import {makeHarness} from '../../support/app-harness.ts';
import {noServer} from '../../support/no-server.ts';
import {operations} from '../../support/operations.ts';
import {readSources} from '../../support/sources.ts';

const sources = readSources('src').filter(({path}) =>
  ['src/state/', 'src/screens/', 'src/components/'].some(folder => path.startsWith(folder)),
);

/** A plan of an operation, whatever it takes. */
function planOf(operation: Operation): RequestPlan {
  const {service, method, group, name, path} = operation;
  const url = `https://site.example${path}`;
  return {service, title: `${group} ${name}`, method, url, path, headers: {}, operation, notes: []};
}

test('the client that everything but the queue gets refuses every write of the catalogue', async () => {
  const reads = readOnlyClient(noServer('tracker'));
  const writes = operations.filter(operation => operation.effect !== 'read');
  expect(writes.length).toBeGreaterThan(50);
  for (const operation of writes) {
    const plan = planOf(operation);
    const refused = await reads.request(plan).catch((thrown: unknown) => thrown);
    expect(isFailure(refused) && refused.kind).toBe('bug');
    expect(() => reads.pages(plan)).toThrow(/write pipeline/);
  }
});

test('only the runner of effects has the whole client, and it hands it to the queue alone', () => {
  const using = (pattern: RegExp) => sources.filter(s => pattern.test(s.code)).map(s => s.path);
  expect(using(/\boutside\b/)).toEqual(['src/state/app/run-effects.ts']);
  expect(using(/\bwriter\b/)).toEqual(['src/state/write/send-writes.ts']);
  const perform = sources.find(s => s.path === 'src/state/app/run-effects.ts');
  const uses = perform?.code.match(/\boutside\b[^;\n]*/g) ?? [];
  expect(uses.map(use => use.trim())).toEqual([
    'outside: Ports): EffectRunner {',
    'outside, client: service => readOnlyClient(outside.client(service))}',
    'outside.client)',
  ]);
});

test('a queue begins where a plan was confirmed, or where the profile asked for the automatic refresh', () => {
  const sending = sources.filter(s => /kind: 'send'/.test(s.text)).map(s => s.path);
  expect(sending).toEqual([
    'src/screens/webhooks/auto-refresh.ts',
    'src/state/write/send-writes.ts',
    'src/state/write/start-write.ts',
    'src/state/write/state.ts',
  ]);
});

test('what a family does by itself is handed the client that refuses', async () => {
  const write = operations.find(operation => operation.effect === 'delete');
  if (write === undefined) throw new Error('no such operation');
  const harness = makeHarness({connect: false});
  const refused = await new Promise(resolve => {
    const run: Task = async ports => {
      await ports.client('tracker').request(planOf(write)).catch(resolve);
    };
    const take: Action = state => ({state, effects: [{kind: 'task', slot: 'any', run}]});
    harness.dispatch({kind: 'taskResult', take});
  });
  expect(isFailure(refused) && refused.kind).toBe('bug');
});
