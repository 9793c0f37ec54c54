import {expect, test} from 'vitest';
import {openUrl} from '../../src/host/open-url.ts';

test.each([
  ['over SSH', {SSH_CONNECTION: '1', DISPLAY: ':0'}, 'https://site.example/'],
  ['without a screen', {}, 'https://site.example/'],
  ['for a file', {DISPLAY: ':0'}, 'file:///etc/passwd'],
  ['for an option', {DISPLAY: ':0'}, '--help'],
])('%s no browser is opened', async (_, env, url) => {
  expect(await openUrl(url, env, 'linux')).toBe(false);
});
