/**
 * The files the program is built into: the one list of what is loaded lazily.
 *
 * `module` is a source file or a package. A dynamic `import()` of it becomes a `require` of its own
 * bundle; the build fails when a dynamic import is not listed here, when a listed one is gone, and
 * when a package listed here is imported statically anywhere else.
 */
export const lazyParts = [
  {module: 'src/tui.tsx', file: 'tui.cjs'},
  {module: 'src/sandbox/start.ts', file: 'sandbox.cjs'},
  {module: 'src/sandbox/embed.ts', file: 'sandbox-embed.cjs'},
  {module: 'src/host/prompt.ts', file: 'prompt.cjs'},
  {module: 'src/host/proxy-agent.ts', file: 'proxy-agent.cjs'},
  {module: 'got', file: 'got.cjs'},
  {module: 'cosmiconfig', file: 'cosmiconfig.cjs'},
  {module: 'jq-wasm', file: 'jq.cjs'},
];

/**
 * Sources with a file of their own that is loaded when one of their exports is first used: data and
 * functions that are imported like any other, and that most commands never need. What they import
 * themselves is in their file once more, so it should be little.
 */
export const deferredParts = [
  {module: 'src/api/bodies/bodies.ts', file: 'bodies.cjs'},
  {module: 'src/api/answers/answers.ts', file: 'answers.cjs'},
  {module: 'src/api/check-shape.ts', file: 'check-shape.cjs'},
  {module: 'src/api/columns/columns.ts', file: 'columns.cjs'},
  {module: 'src/api/naming/name-sources.ts', file: 'names.cjs'},
  {module: 'src/commands/help/pages.ts', file: 'pages.cjs'},
  {module: 'src/commands/completion/scripts.ts', file: 'completion-scripts.cjs'},
  {module: 'src/commands/batch-refs.ts', file: 'batch-refs.cjs'},
  {module: 'src/commands/formatted.ts', file: 'formatted.cjs'},
];

/** Sources started as worker threads with `new Worker(new URL('./x.ts', import.meta.url))`. */
export const workerParts = [{module: 'src/sandbox/worker.ts', file: 'sandbox-worker.cjs'}];

/** The door: everything a one-shot command needs before it knows more. */
export const door = {module: 'src/cli.tsx', file: 'door.cjs'};

/** The library: what `import … from 'steward'` gets. */
export const library = {module: 'src/library.ts', file: 'library.cjs'};

/** The commands: each a tiny file that runs the door. */
export const bins = ['jr', 'cf', 'steward'];

/** Packages that nothing in the static closure of the door may reach. */
export const heavyPackages = [
  'react',
  'react-reconciler',
  'ink',
  'ink-table',
  'ink-text-input',
  'yoga-layout',
  'zustand',
  'got',
  'cosmiconfig',
  'jq-wasm',
  'find-my-way',
];
