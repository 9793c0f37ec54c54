import {defineConfig} from 'vitest/config';
import {rules} from './rules.mjs';

/** The tests of the pure rules alone, for mutation testing. */
export default defineConfig({
  test: {
    include: rules.flatMap(({tests}) => tests),
    isolate: false,
    env: {NODE_ENV: 'production', CI: 'false', TZ: 'UTC'},
  },
});
