import {defineConfig} from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    pool: 'threads',
    isolate: false,
    testTimeout: 30_000,
    env: {COLUMNS: '80', LINES: '24', CI: 'false', TZ: 'UTC'},
  },
});
