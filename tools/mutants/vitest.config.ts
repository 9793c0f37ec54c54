import {defineConfig} from 'vitest/config';
import {rules} from './rules.mjs';

const only = process.env.STEWARD_MUTANTS?.split(',');

/** Includes only the direct tests of the mutated files, since each reload runs all of them. */
export default defineConfig({
  test: {
    include: rules.filter(({file}) => only?.includes(file) ?? true).flatMap(({tests}) => tests),
    isolate: false,
    env: {NODE_ENV: 'production', CI: 'false', TZ: 'UTC'},
  },
});
