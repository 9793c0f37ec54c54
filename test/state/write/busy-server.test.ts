import {expect, test} from 'vitest';
import {makeClient} from '../../../src/api/make-client.ts';
import {openTypedCall} from '../../../src/state/write/start-write.ts';
import {startServer} from '../../api/local-server.ts';
import {makePorts} from '../../api/run-plan.ts';
import {makeHarness} from '../../support/app-harness.ts';
import {until} from '../../support/until.ts';
import {beReady, callOf, isReported, reportOf} from '../../support/write-steps.ts';

test.each([
  ['without Retry-After', {}],
  ['with Retry-After', {'retry-after': '1'}],
])('one enter on a server that answers 429 %s sends at most four requests', async (_, headers) => {
  await using server = await startServer(({method}) =>
    method === 'PUT' ? {status: 429, headers} : {json: {}},
  );
  const identity = {
    service: 'tracker',
    profile: 'test',
    baseUrl: server.url,
    authType: 'bearer',
    user: undefined,
    protected: false,
  } as const;
  const harness = makeHarness({tracker: makeClient(identity, makePorts())});
  const typed = callOf('tracker version update', {id: ['7']}, '{"name":"x"}');
  harness.do(state => openTypedCall(state, typed));
  beReady(harness);
  harness.press('enter');
  await until(() => isReported(harness));
  expect(server.received.filter(({method}) => method === 'PUT')).toHaveLength(4);
  expect(reportOf(harness)?.outcomes).toMatchObject([{state: 'failed'}]);
});
