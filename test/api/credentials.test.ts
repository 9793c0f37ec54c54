import {expect, it} from 'vitest';
import {authorizationHeader} from '../../src/api/credentials.ts';

it('basic credentials are user and token as base64 of their UTF-8 bytes', () => {
  for (const token of ['tök:en', 'tök:e', 'tök:']) {
    const header = authorizationHeader({type: 'basic', user: 'jö@x.example', token});
    expect(header).toBe(`Basic ${Buffer.from(`jö@x.example:${token}`).toString('base64')}`);
  }
});

it('a bearer token is sent unchanged, and no header without credentials', () => {
  expect(authorizationHeader({type: 'bearer', token: 'abc.def='})).toBe('Bearer abc.def=');
  expect(authorizationHeader({type: 'none'})).toBeUndefined();
});

it.each([
  {type: 'bearer', token: 'sec\nret'},
  {type: 'bearer', token: 'sec ret'},
  {type: 'bearer', token: ''},
  {type: 'basic', user: 'a\r\nX-Header: secret', token: 't'},
  {type: 'basic', user: 'a:secret', token: 't'},
  {type: 'basic', user: '', token: 't'},
] as const)('%j is an auth_error that does not repeat the secret', credentials => {
  expect(() => authorizationHeader(credentials)).toThrow(
    expect.objectContaining({
      kind: 'auth_error',
      message: expect.not.stringMatching(/sec.?ret|X-Header/s),
    }),
  );
});
