import {expect, it} from 'vitest';
import {hideSecrets} from '../../src/base/hide-secrets.ts';

it.each([
  ['{"api_token":"abc\\"d","id":1}', '{"api_token":"***","id":1}'],
  ['https://x.example/?token=abc&a=b', 'https://x.example/?token=***&a=b'],
  ['Authorization: Basic YW5uOnNlY3JldA== sent', 'Authorization: Basic *** sent'],
  ['http://ann:hush@proxy:8080/', 'http://***@proxy:8080/'],
  ['a hush-hush of the environment', 'a *** of the environment'],
  ['Basic is a word', 'Basic is a word'],
])('hides what looks like a secret or is known as one: %s', (text, hidden) => {
  expect(hideSecrets(text, ['hush-hush'])).toBe(hidden);
});
