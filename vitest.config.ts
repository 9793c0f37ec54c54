import {defineConfig} from 'vitest/config';
import {inkTableInterop} from './tools/ink-table-interop.mjs';

/** Where .ci/run reads how many tests there were. */
const results = process.env.STEWARD_TEST_RESULTS;

export default defineConfig({
  plugins: [inkTableInterop],
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    pool: 'threads',
    isolate: false,
    server: {deps: {inline: ['ink-table']}},
    reporters: results ? ['default', ['json', {outputFile: results}]] : ['default'],
    // Limits of waiting, not of speed: a machine may be slow and busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: {poll: {timeout: 30_000}},
    env: {COLUMNS: '80', LINES: '24', CI: 'false', TZ: 'UTC'},
  },
});
