import {onTestFinished, TestRunner} from 'vitest';
import type {Client} from '../../src/api/client.ts';
import {makeClient} from '../../src/api/make-client.ts';
import type {Service} from '../../src/api/operation.ts';
import {Failure} from '../../src/base/failure.ts';

/**
 * A client for what needs no answer: it refuses every request, and the test that made one fails.
 */
export function noServer(service: Service): Client {
  const asked: string[] = [];
  if (TestRunner.getCurrentTest() !== undefined) {
    onTestFinished(() => {
      if (asked.length > 0) throw new Error(`${asked.join(', ')}: ${advice}`);
    });
  }
  return makeClient(
    {
      service,
      profile: 'test',
      baseUrl: service === 'tracker' ? 'https://site.example' : 'https://site.example/wiki/api/v2',
      authType: 'basic',
      user: 'ann@example.com',
      protected: false,
    },
    {
      credentials: {type: 'basic', user: 'ann@example.com', token: 't'},
      clock: {now: () => 0, sleep: () => Promise.resolve()},
      send({method, url}) {
        asked.push(`${method} ${url}`);
        throw new Failure('client_error', advice);
      },
    },
  );
}

const advice = 'nothing answers here; stillWorld() and ownWorld() of test/support do';
