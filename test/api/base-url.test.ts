import {describe, expect, it} from 'vitest';
import {completeContentUrl, joinBase, normalBaseUrl} from '../../src/api/base-url.ts';
import {toFailure} from '../../src/base/failure.ts';

describe('joinBase', () => {
  it.each([
    ['tracker', 'https://site.example', 'https://site.example/x'],
    ['tracker', 'HTTPS://Site.Example:443/', 'https://site.example/x'],
    ['tracker', 'https://gw.example/ex/jira/1/', 'https://gw.example/ex/jira/1/x'],
    ['tracker', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080/x'],
    ['content', 'https://site.example/wiki/api/v2', 'https://site.example/wiki/api/v2/x'],
    ['content-v1', 'https://site.example/wiki/api/v2', 'https://site.example/wiki/rest/api/x'],
    ['content-v1', 'https://site.example', 'https://site.example/wiki/rest/api/x'],
    ['content-v1', 'https://site.example/docs', 'https://site.example/wiki/rest/api/x'],
    ['content-v1', 'https://site.example/a/wikis/api', 'https://site.example/wiki/rest/api/x'],
    [
      'content-v1',
      'https://gw.example/ex/content/1/wiki/api/v2',
      'https://gw.example/ex/content/1/wiki/rest/api/x',
    ],
    ['content-v1', 'https://site.example/a/wiki', 'https://site.example/a/wiki/rest/api/x'],
  ] as const)('%s %s', (root, baseUrl, url) => {
    expect(joinBase(root, baseUrl, '/x')).toBe(url);
  });
});

describe('completeContentUrl', () => {
  it.each([
    ['https://site.example', 'https://site.example/wiki/api/v2'],
    ['https://site.example/', 'https://site.example/wiki/api/v2'],
    ['https://site.example/wiki', 'https://site.example/wiki/api/v2'],
    ['https://site.example/wiki/', 'https://site.example/wiki/api/v2'],
    ['https://gw.example/ex/1/wiki', 'https://gw.example/ex/1/wiki/api/v2'],
    ['https://site.example/wiki/api/v2', 'https://site.example/wiki/api/v2'],
    ['https://gw.example/ex/1', 'https://gw.example/ex/1'],
  ])('%s', (given, complete) => expect(completeContentUrl(given)).toBe(complete));
});

describe('a base URL', () => {
  it.each([
    'site.example',
    '',
    'ftp://site.example',
    'https://https://site.example',
    'http://http//site.example',
    'https://me:secret@site.example',
    'https://site.example/?a=secret',
    'https://site.example/#secret',
  ])('%j is a config_error that does not repeat it', baseUrl => {
    try {
      normalBaseUrl(baseUrl);
    } catch (error) {
      const {kind, message, details} = toFailure(error);
      expect(kind).toBe('config_error');
      expect(message + details.hint).not.toContain('secret');
      return;
    }
    throw new Error('nothing was thrown');
  });
});
