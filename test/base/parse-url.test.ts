import {describe, expect, it} from 'vitest';
import {normalBaseUrl} from '../../src/api/base-url.ts';
import {parseUrl} from '../../src/base/parse-url.ts';
import {readSources} from '../support/sources.ts';

describe('parseUrl', () => {
  it('is a URL, joined to an optional base, or undefined', () => {
    expect(parseUrl('https://a.example/x')?.pathname).toBe('/x');
    expect(parseUrl('../y', 'https://a.example/x/z')?.href).toBe('https://a.example/y');
    expect(parseUrl('x')).toBeUndefined();
    expect(parseUrl('')).toBeUndefined();
  });

  it('gives the same result for non-ASCII letters after many calls', () => {
    let refused = 0;
    for (let left = 20_000; left > 0; left -= 1) {
      if (parseUrl('https://b\u00fccher.example/x') === undefined) refused += 1;
    }
    expect(refused).toBe(0);
    expect(normalBaseUrl('https://b\u00fccher.example/')).toBe('https://xn--bcher-kva.example');
  });

  it('is used by all sources, since URL.canParse fails for such letters', () => {
    const users = readSources('src').filter(({code}) => /\bcanParse\b/.test(code));
    expect(users.map(({path}) => path)).toEqual([]);
  });
});
