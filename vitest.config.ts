import {setFlagsFromString} from 'node:v8';
import {defineConfig} from 'vitest/config';
import {BaseSequencer, type TestSpecification} from 'vitest/node';
import {pageIndex} from './tools/docs/page-index.mjs';

// Code of a test runs a few times and is gone: V8 spent a quarter of all CPU on optimizing what did
// not run long enough to pay for it. Of the workers, since they are started after this.
setFlagsFromString('--interrupt-budget=1000000');

/** Where .ci/run reads how many tests there were. */
const results = process.env.STEWARD_TEST_RESULTS;

/**
 * Files that wait for other processes first, the rest as usual: by how long they took, or on a fresh
 * checkout by their size, by which the slowest came last and one processor stood idle.
 */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({moduleId}: TestSpecification) => /\/test\/(?:e2e|faults)\//.test(moduleId);
    return [...sorted.filter(waits), ...sorted.filter(file => !waits(file))];
  }
}

export default defineConfig({
  // Tests run on what is shipped: the edited packages, and React as it is built.
  oxc: {jsx: {development: false}},
  define: {SECTIONS_OF_PAGES: JSON.stringify(pageIndex())},
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    setupFiles: ['test/support/property-seed.ts'],
    pool: 'threads',
    isolate: false,
    sequence: {sequencer: WaitingFirst},
    // Tests that wait for other processes leave two fifths of two processors idle with two workers.
    maxWorkers: 3,
    execArgv: ['--import', new URL('tools/build/edit-imports.mjs', import.meta.url).href],
    reporters: results ? ['default', ['json', {outputFile: results}]] : ['default'],
    // Limits of waiting, not of speed: a machine may be slow and busy.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: {poll: {timeout: 300_000}},
    env: {NODE_ENV: 'production', COLUMNS: '80', LINES: '24', CI: 'false', TZ: 'UTC'},
  },
});
