/** The terminal UI, which takes from the door what that has. */
export const terminalUi = {module: 'src/tui.tsx', file: 'tui.cjs'};

/**
 * The files the program is built into: the one list of what is loaded lazily.
 *
 * `module` is a source file or a package. A dynamic `import()` of it becomes a `require` of its own
 * bundle; the build fails when a dynamic import is not listed here, when a listed one is gone, and
 * when a package listed here is imported statically anywhere else.
 */
export const lazyParts = [
  terminalUi,
  {module: 'src/sandbox/start.ts', file: 'sandbox.cjs'},
  {module: 'src/sandbox/embed.ts', file: 'sandbox-embed.cjs'},
  {module: 'src/host/prompt.ts', file: 'prompt.cjs'},
  {module: 'src/host/proxy-agent.ts', file: 'proxy-agent.cjs'},
  {module: 'src/host/oauth.ts', file: 'oauth.cjs'},
  {module: 'src/host/app-signature.ts', file: 'app-signature.cjs'},
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
  {module: 'src/api/responses/responses.ts', file: 'answers.cjs'},
  {module: 'src/api/check-shape.ts', file: 'check-shape.cjs'},
  {module: 'src/api/columns/columns.ts', file: 'columns.cjs'},
  {module: 'src/api/naming/name-sources.ts', file: 'names.cjs'},
  {module: 'src/state/show/storage/from-markdown.ts', file: 'markdown.cjs'},
  {module: 'src/state/show/storage/to-markdown.ts', file: 'to-markdown.cjs'},
  {module: 'src/state/show/storage/tree.ts', file: 'storage.cjs'},
];

/**
 * What of the commands a plain GET never needs: loaded like the deferred parts, but only the door and
 * each other know them. What they import themselves is taken from the door where that has it, and
 * stands in `lateCommon` when several of them need it.
 */
export const lateParts = [
  {module: 'src/commands/raw.ts', file: 'raw.cjs'},
  {module: 'src/commands/id.ts', file: 'id.cjs'},
  {module: 'src/commands/batch.ts', file: 'batch.cjs'},
  {module: 'src/commands/watch.ts', file: 'watch.cjs'},
  {module: 'src/commands/forward.ts', file: 'forward.cjs'},
  {module: 'src/commands/configure.ts', file: 'configure.cjs'},
  {module: 'src/commands/login.ts', file: 'login.cjs'},
  {module: 'src/commands/profile.ts', file: 'profile.cjs'},
  {module: 'src/commands/whoami.ts', file: 'whoami.cjs'},
  {module: 'src/commands/doctor.ts', file: 'doctor.cjs'},
  {module: 'src/commands/open.ts', file: 'open.cjs'},
  {module: 'src/commands/preset.ts', file: 'preset.cjs'},
  {module: 'src/commands/cache.ts', file: 'cache.cjs'},
  {module: 'src/commands/schema.ts', file: 'schema.cjs'},
  {module: 'src/commands/completion/completion.ts', file: 'completion.cjs'},
  {module: 'src/commands/sandbox.ts', file: 'sandbox-command.cjs'},
  {module: 'src/commands/version.ts', file: 'version.cjs'},
  {module: 'src/commands/help.ts', file: 'help.cjs'},
  {module: 'src/commands/help/pages.ts', file: 'pages.cjs'},
  {module: 'src/commands/completion/run-complete.ts', file: 'complete.cjs'},
  {module: 'src/commands/completion/scripts.ts', file: 'completion-scripts.cjs'},
  {module: 'src/commands/batch-refs.ts', file: 'batch-refs.cjs'},
  {module: 'src/commands/formatted.ts', file: 'formatted.cjs'},
  {module: 'src/commands/watch-report.ts', file: 'watch-report.cjs'},
  {module: 'src/commands/unknown-command.ts', file: 'unknown-command.cjs'},
];

/** What several late parts hold together. */
export const lateCommon = {file: 'late-common.cjs'};

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
