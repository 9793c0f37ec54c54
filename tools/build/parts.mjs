/** The terminal UI, which uses modules of the entry bundle. */
export const terminalUi = {module: 'src/tui.tsx', file: 'tui.cjs'};

/**
 * The files of the program: the list of lazily loaded parts.
 *
 * `module` is a source file or a package. A dynamic `import()` of it becomes a `require` of its own
 * bundle. The build fails when a dynamic import is not listed here, when a listed one no longer
 * exists, and when a package listed here is imported statically elsewhere.
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
 * Sources with their own file, loaded on first use of an export: data and functions with ordinary
 * imports that most commands never need. Their own imports are duplicated in the file, so they
 * should be few.
 */
export const deferredParts = [
  {module: 'src/api/bodies/bodies.ts', file: 'bodies.cjs'},
  {module: 'src/api/responses/responses.ts', file: 'answers.cjs'},
  {module: 'src/api/catalogue/late-extras.ts', file: 'late-extras.cjs'},
  {module: 'src/api/check-shape.ts', file: 'check-shape.cjs'},
  {module: 'src/api/columns/columns.ts', file: 'columns.cjs'},
  {module: 'src/api/time-words.ts', file: 'time-words.cjs'},
  {module: 'src/api/watch/duty-report.ts', file: 'duty-report.cjs'},
  {module: 'src/api/naming/name-sources.ts', file: 'names.cjs'},
  {module: 'src/site/yaml.ts', file: 'yaml.cjs'},
  {module: 'src/state/show/storage/from-markdown.ts', file: 'markdown.cjs'},
  {module: 'src/state/show/storage/to-markdown.ts', file: 'to-markdown.cjs'},
  {module: 'src/state/show/storage/tree.ts', file: 'storage.cjs'},
];

/**
 * Parts of the commands that a plain GET never needs: loaded like the deferred parts, but only the
 * entry and each other import them. Their own imports come from the entry if it includes them, or
 * from `lateCommon` if several of them need the same.
 */
export const lateParts = [
  {module: 'src/commands/filter-pages.ts', file: 'filter-pages.cjs'},
  {module: 'src/commands/raw.ts', file: 'raw.cjs'},
  {module: 'src/commands/id.ts', file: 'id.cjs'},
  {module: 'src/commands/access.ts', file: 'access.cjs'},
  {module: 'src/commands/batch.ts', file: 'batch.cjs'},
  {module: 'src/commands/bulk.ts', file: 'bulk.cjs'},
  {module: 'src/commands/each.ts', file: 'each.cjs'},
  {module: 'src/commands/journal.ts', file: 'journal.cjs'},
  {module: 'src/commands/undo.ts', file: 'undo.cjs'},
  {module: 'src/commands/snapshot.ts', file: 'snapshot.cjs'},
  {module: 'src/commands/watch.ts', file: 'watch.cjs'},
  {module: 'src/commands/run-expiring.ts', file: 'run-expiring.cjs'},
  {module: 'src/commands/watch-health.ts', file: 'watch-health.cjs'},
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
  {module: 'src/commands/site.ts', file: 'site.cjs'},
  {module: 'src/commands/completion/completion.ts', file: 'completion.cjs'},
  {module: 'src/commands/sandbox.ts', file: 'sandbox-command.cjs'},
  {module: 'src/commands/version.ts', file: 'version.cjs'},
  {module: 'src/commands/help.ts', file: 'help.cjs'},
  {module: 'src/commands/help/pages.ts', file: 'pages.cjs'},
  {module: 'src/commands/completion/run-complete.ts', file: 'complete.cjs'},
  {module: 'src/commands/completion/scripts.ts', file: 'completion-scripts.cjs'},
  {module: 'src/commands/batch-refs.ts', file: 'batch-refs.cjs'},
  {module: 'src/host/journaled-request.ts', file: 'journal-request.cjs'},
  {module: 'src/host/audited-object.ts', file: 'audited-object.cjs'},
  {module: 'src/api/plan-raw.ts', file: 'plan-raw.cjs'},
  {module: 'src/api/raw-paging.ts', file: 'raw-paging.cjs'},
  {module: 'src/api/read-first.ts', file: 'read-first.cjs'},
  {module: 'src/commands/look-up-names.ts', file: 'look-up-names.cjs'},
  {module: 'src/commands/exit-on.ts', file: 'exit-on.cjs'},
  {module: 'src/commands/formatted.ts', file: 'formatted.cjs'},
  {module: 'src/output/item-filter.ts', file: 'item-filter.cjs'},
  {module: 'src/commands/unknown-command.ts', file: 'unknown-command.cjs'},
  {module: 'src/commands/flag-synonyms.ts', file: 'flag-synonyms.cjs'},
];

/** The modules that several late parts share. */
export const lateCommon = {file: 'late-common.cjs'};

/** Sources started as worker threads or processes, by `new URL('./x.ts', import.meta.url)`. */
export const workerParts = [
  {module: 'src/sandbox/worker.ts', file: 'sandbox-worker.cjs'},
  {module: 'src/host/renewal.ts', file: 'renewal.cjs'},
];

/** The entry: everything that every one-shot command needs. */
export const entry = {module: 'src/cli.tsx', file: 'entry.cjs'};

/** The library, the result of `import … from 'steward'`. */
export const library = {module: 'src/library.ts', file: 'library.cjs'};

/** The commands, each a small file that runs the entry. */
export const bins = ['jr', 'cf', 'steward'];

/** Packages that the static imports of the entry must not reach. */
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
