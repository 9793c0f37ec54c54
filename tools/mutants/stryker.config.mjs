import {createRequire} from 'node:module';
import {rules} from './rules.mjs';

const only = process.env.STEWARD_MUTANTS?.split(',');

export default {
  mutate: rules.map(({file}) => file).filter(file => only?.includes(file) ?? true),
  testRunner: 'vitest',
  // By path, since Stryker looks for plugins beside the project's own packages.
  plugins: [createRequire(import.meta.url).resolve('@stryker-mutator/vitest-runner')],
  vitest: {configFile: 'tools/mutants/vitest.config.ts', related: false},
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 20_000,
  disableTypeChecks: true,
  // Not needed by these tests, and slow to copy.
  ignorePatterns: ['docs', 'bench', 'dist', 'test/golden', 'tools/mutants/node_modules'],
  tempDirName: 'tools/mutants/.temp',
  reporters: ['json', 'progress-append-only'],
  jsonReporter: {fileName: 'tools/mutants/.temp/report.json'},
};
