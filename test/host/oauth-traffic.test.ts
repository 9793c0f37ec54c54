import {expect, it} from 'vitest';
import {fetchToken} from '../../src/host/oauth-fetch.ts';
import {sendPorts} from '../../src/host/transport.ts';
import {startServer} from '../api/local-server.ts';
import {fakeHost} from '../support/fake-host.ts';

it('nobody gets to look at the traffic of the token endpoint', async () => {
  await using issuer = await startServer(() => ({
    json: {access_token: 'access-1', expires_in: 3600},
  }));
  const heard: unknown[][] = [];
  const client = {
    clientId: 'me',
    clientSecret: 'hush',
    tokenUrl: `${issuer.url}/oauth/token`,
    grant: {type: 'client_credentials'} as const,
  };
  await fetchToken(client, {onExchange: (...all) => heard.push(all)}, sendPorts(fakeHost()));
  expect(heard).toHaveLength(1);
  expect(heard[0]).toHaveLength(1);
  expect(JSON.stringify(heard)).not.toMatch(/hush|access-1/);
});
