import {expect, it} from 'vitest';
import {
  hideSecrets,
  hideUrlSecrets,
  isSecretName,
  secretsOfUrl,
} from '../../src/base/hide-secrets.ts';

it.each([
  ['{"api_token":"abc\\"d","id":1}', '{"api_token":"***","id":1}'],
  ['https://x.example/?token=abc&a=b', 'https://x.example/?token=***&a=b'],
  ['Authorization: Basic YW5uOnNlY3JldA== sent', 'Authorization: Basic *** sent'],
  ['http://ann:hush@proxy:8080/', 'http://***@proxy:8080/'],
  ['a hush-hush of the environment', 'a *** of the environment'],
  ['Basic is a word', 'Basic is a word'],
  ['sent with Bearer abc.def-123', 'sent with Bearer ***'],
  ['Authorization: JWT abcdefgh.ijklmnop', 'Authorization: JWT ***'],
  ['got eyJhbGciOiJI.eyJzdWIiOiIx.sig_nature back', 'got *** back'],
  ['{"sharedSecret": "abc", "name": "x"}', '{"sharedSecret": "***", "name": "x"}'],
  ['https://x.example/hook?key=abc&code=def#top', 'https://x.example/hook?key=***&code=***#top'],
  ['https://token@x.example/a@b', 'https://***@x.example/a@b'],
])('hides what looks like a secret or is known as one: %s', (text, hidden) => {
  expect(hideSecrets(text, ['hush-hush'])).toBe(hidden);
});

it.each([
  'token',
  'access_token',
  'accessToken',
  'X-Api-Key',
  'apikey',
  'client_secret',
  'shared_secret',
  'refresh_token',
  'JR_AUTH_TOKEN',
  'passwd',
  'pwd',
  'sig',
  'X-Amz-Signature',
  'X-Goog-Credential',
  'jwt',
  'client_assertion',
  'Cookie',
  'Set-Cookie',
  'Proxy-Authorization',
  'Ocp-Apim-Subscription-Key',
])('knows the name of a secret: %s', name => {
  expect(isSecretName(name)).toBe(true);
});

it.each([
  'nextPageToken',
  'page_token',
  'X-Atlassian-Token',
  'key',
  'projectIdOrKey',
  'propertyKey',
  'author',
  'sessionId',
  'signed',
  'design',
  'code',
  'cursor',
])('and of what is none: %s', name => {
  expect(isSecretName(name)).toBe(false);
});

it('stars the secrets of an address, and leaves the rest of it', () => {
  const url = 'https://u:p@x.example/a?b=1&access%5Ftoken=s%20t&nextPageToken=n;api_key=k#f';
  const shown = 'https://***@x.example/a?b=1&access%5Ftoken=***&nextPageToken=n;api_key=***#f';
  expect(hideUrlSecrets(url)).toBe(shown);
  expect(secretsOfUrl(url)).toEqual(['s%20t', 'k']);
  expect(hideUrlSecrets('/rest/api/3/project?key=EX&keys=a')).toBe(
    '/rest/api/3/project?key=EX&keys=a',
  );
});
