import {defineConfig} from 'vitest/config';

/** Where .ci/run reads how many tests there were. */
const results = process.env.STEWARD_TEST_RESULTS;

export default defineConfig({
  // Tests run on what is shipped: the edited packages, and React as it is built.
  oxc: {jsx: {development: false}},
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    pool: 'threads',
    isolate: false,
    // Left to itself one processor stays free, which on a machine with two is half of it.
    maxWorkers: 2,
    execArgv: ['--import', new URL('tools/build/edit-imports.mjs', import.meta.url).href],
    reporters: results ? ['default', ['json', {outputFile: results}]] : ['default'],
    // Limits of waiting, not of speed: a machine may be slow and busy.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: {poll: {timeout: 120_000}},
    env: {NODE_ENV: 'production', COLUMNS: '80', LINES: '24', CI: 'false', TZ: 'UTC'},
  },
});
