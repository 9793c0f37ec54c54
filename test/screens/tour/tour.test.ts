import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Sandbox} from '../../../src/sandbox/start.ts';
import {tourSteps} from '../../../src/screens/tour/tour-steps.ts';
import {visibleLineCount} from '../../../src/state/model/viewport.ts';
import {type Job, startJob} from '../../support/jobs.ts';
import {startAppSandbox} from '../../support/live-app.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startAppSandbox();
});
afterAll(() => sandbox.stop());

/** An app on the sandbox, with the tour started from the palette. */
async function startTour(): Promise<Job> {
  const job = await startJob(sandbox);
  const {store} = job.harness.app;
  const {session} = job.harness.state();
  store.setState({session: {...session, sandbox: true}});
  await job.keys(': "tour" enter');
  return job;
}

const title = ({harness}: Job) => harness.state().guide?.title;

/** The keys that each step asks for, except for the last one, which ends it. */
const keysOf: readonly (readonly [before: string, last: string])[] = [
  ['enter', 'enter'],
  ['e "Another name"', 'ctrl+s'],
  ['', 'enter'],
  ['u', 'enter'],
  [': "permission-matrix software"', 'enter'],
  [': "who ADMINISTER_PROJECTS HPAY" enter', 'enter'],
  [': "perm" enter space', '='],
  [': "failed"', 'enter'],
  [': "harbour"', 'enter'],
  ['', 'L'],
];

describe('the tour', () => {
  test('goes on when a step is done, and not before', async () => {
    const job = await startTour();
    for (const [i, [before, last]] of keysOf.entries()) {
      const shown = `Tour ${i + 1} of 10: ${tourSteps[i]?.title}`;
      expect(title(job)).toBe(shown);
      await job.keys(before);
      expect(title(job)).toBe(shown);
      await job.keys(last);
      expect(title(job)).not.toBe(shown);
    }
    expect(title(job)).toBe('Tour finished');
    await job.keys('esc');
    expect(title(job)).toBe(undefined);
  });

  test('names the keys of each step, on a line of 80 columns', () => {
    expect(keysOf).toHaveLength(tourSteps.length);
    for (const [i, {text}] of tourSteps.entries()) {
      expect(text.length).toBeLessThanOrEqual(78);
      for (const word of keysOf[i]?.join(' ').match(/"[^"]*"|\S+/g) ?? []) {
        if (word !== '"Another name"') expect(text).toContain(word.replaceAll('"', ''));
      }
    }
  });

  test('esc leaves it, with its lines free again, and :tour continues at the same step', async () => {
    const job = await startTour();
    const room = visibleLineCount(job.harness.state());
    await job.keys('enter enter');
    expect(title(job)).toMatch(/^Tour 2 of 10/);
    await job.keys('esc');
    expect(title(job)).toBe(undefined);
    expect(visibleLineCount(job.harness.state())).toBe(room + 2);
    expect(job.harness.state().notice?.text).toContain(':tour continues');
    await job.keys(': "tour" enter');
    expect(title(job)).toMatch(/^Tour 2 of 10/);
  });

  test('starts on the sandbox alone', async () => {
    const job = await startJob(sandbox);
    await job.keys(': "tour" enter');
    expect(title(job)).toBe(undefined);
    expect(job.harness.state().prompt?.problem).toContain('steward --tour');
  });
});
