import {basename} from 'node:path';
import esbuild from 'esbuild';
import {entriesOf, splitLazyParts} from './lazy-parts.mjs';
import {entry, lateCommon, lateParts, terminalUi} from './parts.mjs';

/**
 * Build the entry bundle and its late parts, with each module in one file: in the entry if it needs
 * the module at start, in `lateCommon` if several late parts need it, otherwise in the only late
 * part. A bundle whose modules others use exports `modules(path)`.
 *
 * @param options of esbuild, without the output
 * @param met sources found by a plugin, by their names in parts.mjs
 * @returns the metafile of esbuild and the texts: file → text
 */
export async function buildWithLateParts({root, outdir, options, met, plugins}) {
  const build = (entryPoints, holderOf, more = []) =>
    esbuild.build({
      ...options,
      outdir,
      write: false,
      entryPoints,
      plugins: [splitLazyParts(root, {met, late: lateParts, holderOf}).plugin, ...plugins, ...more],
    });
  const buildExposing = (file, names, {source, holderOf}) => {
    const plugin = exposing(root, names, source);
    return build({[file.replace(/\.cjs$/, '')]: plugin.name}, holderOf, [plugin]);
  };

  const alone = await build(entriesOf(root, [entry]));
  const inEntry = sourcesOf(Object.values(alone.metafile.outputs));
  const holderOf = name => (inEntry.has(name) ? entry.file : undefined);

  const entries = entriesOf(root, lateParts);
  const apart = Object.values((await build(entries, holderOf)).metafile.outputs);
  const inCommon = new Set(
    [...sourcesOf(apart)].filter(name => apart.filter(({inputs}) => name in inputs).length > 1),
  );
  const late = await build(entries, name =>
    inCommon.has(name) ? lateCommon.file : holderOf(name),
  );
  const terminal = await build(entriesOf(root, [terminalUi]), holderOf);
  const common = await buildExposing(lateCommon.file, takenFrom(lateCommon.file, [late]), {
    holderOf,
  });
  const taken = takenFrom(entry.file, [late, common, terminal]);
  return gather([
    await buildExposing(entry.file, taken, {source: entry.module}),
    common,
    late,
    terminal,
  ]);
}

/**
 * Generate the entry of a bundle: the exports of the source, and `modules` for other bundles. It is
 * a function, so that it costs nothing if it is not used.
 */
function exposing(root, taken, source) {
  const name = 'exposing-modules';
  const rows = [...taken].map(([path, names], i) => ({
    path,
    names: [...names].sort().map(exported => ({exported, own: `m${i}_${exported}`})),
  }));
  const contents = [
    ...(source ? [`export * from './${source}';`] : []),
    ...rows.map(({path, names}) => {
      const list = names.map(({exported, own}) => `${exported} as ${own}`);
      return `import {${list.join(', ')}} from './${path}';`;
    }),
    'export function modules(path) {',
    '  switch (path) {',
    ...rows.map(({path, names}) => {
      const list = names.map(({exported, own}) => `${exported}: ${own}`);
      return `    case '${path}': return {${list.join(', ')}};`;
    }),
    '  }',
    '}',
  ];
  return {
    name,
    setup(build) {
      build.onResolve({filter: new RegExp(`^${name}$`)}, ({path}) => ({path, namespace: name}));
      build.onLoad({filter: /.*/, namespace: name}, () => ({
        contents: contents.join('\n'),
        resolveDir: root,
      }));
    },
  };
}

function sourcesOf(outputs) {
  return new Set(outputs.flatMap(({inputs}) => Object.keys(inputs)));
}

/**
 * List what other bundles use from a bundle: path of a source → names of its exports, in a fixed
 * order.
 */
function takenFrom(file, results) {
  const taken = new Map();
  for (const text of results.flatMap(({outputFiles}) => outputFiles.map(output => output.text))) {
    for (const [, variable, holder, path] of text.matchAll(heldImport)) {
      if (holder !== `./${file}`) continue;
      const uses = text.matchAll(new RegExp(`\\b${variable}\\b(?:\\.(\\w+))?`, 'g'));
      const names = [...uses].map(([, name]) => name).slice(1);
      if (names.includes(undefined))
        throw new Error(`${path} is taken as a whole: name its exports`);
      taken.set(path, new Set([...(taken.get(path) ?? []), ...names]));
    }
  }
  return new Map([...taken].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Matches an import from another bundle as esbuild writes it. */
const heldImport = /^var (import_\w+) = require\("(\.\/[\w-]+\.cjs)#([^"]+)"\);$/gm;

function gather(results) {
  const metafile = {inputs: {}, outputs: {}};
  const texts = {};
  for (const result of results) {
    Object.assign(metafile.inputs, result.metafile.inputs);
    Object.assign(metafile.outputs, result.metafile.outputs);
    for (const {path, text} of result.outputFiles) {
      texts[basename(path)] = text.replaceAll(heldImport, 'var $1 = require("$2").modules("$3");');
    }
  }
  return {metafile, texts};
}
