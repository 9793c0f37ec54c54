import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {type JobRow, jobRows} from '../../support/job-rows.ts';

test('each row of the jobs is walked by a test that counts its presses', () => {
  const folder = new URL('.', import.meta.url);
  const texts = readdirSync(folder).map(name => readFileSync(new URL(name, folder), 'utf8'));
  const walked = texts.flatMap(text => [...text.matchAll(/\.within\(\s*'([^']+)'/g)]);
  const rows = Object.keys(jobRows) as JobRow[];
  expect(new Set(walked.map(([, row]) => row))).toEqual(new Set(rows));
});
