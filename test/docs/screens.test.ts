import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';

const page = readFileSync('docs/screens.md', 'utf8');
const shown = [...page.matchAll(/\]\((pictures\/[^)]+)\)/g)].map(([, path = '']) => path);

test('every picture of docs/screens.md is there, and every picture there is shown', () => {
  const files = readdirSync('docs/pictures').map(name => `pictures/${name}`);
  expect(shown.length).toBeGreaterThan(10);
  expect([...shown].sort()).toEqual(files.sort());
});

test.each(shown)('%s holds text, is small, and tells no port of a machine', path => {
  const svg = readFileSync(`docs/${path}`, 'utf8');
  expect(svg.length).toBeLessThan(60_000);
  expect(svg).toContain('steward');
  expect(svg).not.toMatch(/127\.0\.0\.1:(?!8080)\d/);
});

test('no two pictures of docs/screens.md are the same', () => {
  const all = shown.map(path => readFileSync(`docs/${path}`, 'utf8'));
  expect(new Set(all).size).toBe(all.length);
});
