import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {type JobRow, jobRows} from '../../support/job-rows.ts';

test('each of the eighteen jobs is walked by a test that counts its presses', () => {
  const folder = new URL('.', import.meta.url);
  const texts = readdirSync(folder).map(name => readFileSync(new URL(name, folder), 'utf8'));
  const walked = texts.flatMap(text => [...text.matchAll(/\.within\(\s*'([^']+)'/g)]);
  const rows = Object.keys(jobRows) as JobRow[];
  expect(new Set(walked.map(([, row]) => row))).toEqual(new Set(rows));
  const jobs = new Set(rows.map(row => Number.parseInt(row, 10)));
  expect([...jobs]).toEqual(Array.from({length: 18}, (_, i) => i + 1));
});
