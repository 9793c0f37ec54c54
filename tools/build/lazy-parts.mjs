import {existsSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {isBuiltin} from 'node:module';
import {dirname, join, relative, resolve, sep} from 'node:path';
import {fileURLToPath} from 'node:url';
import {
  deferredParts,
  entry,
  lateParts,
  lazyParts,
  library,
  terminalUi,
  workerParts,
} from './parts.mjs';

const workerUrl = /new URL\(\s*'(\.[^']+\.tsx?)'\s*,\s*import\.meta\.url\s*,?\s*\)/g;

/**
 * Create the esbuild plugin that replaces each dynamic `import()` of a listed part by a `require`
 * of its bundle, each worker's URL by the path of its bundle, and each bin's import of the entry by
 * one of the loader. `report()` after the build throws when a listed one was not found.
 *
 * @param late the files of late parts in this build, and the modules in other files
 */
export function splitLazyParts(
  root,
  {met = new Set(), late = [], holderOf = () => undefined} = {},
) {
  const files = new Map([...lazyParts, ...workerParts].map(part => [part.module, part.file]));
  const deferred = new Map([...deferredParts, ...late].map(part => [part.module, part.file]));
  const lazyPackages = new Set(
    lazyParts.map(part => part.module).filter(name => !name.includes('/')),
  );
  const nameOf = path => relative(root, path).split(sep).join('/');

  const plugin = {
    name: 'split-lazy-parts',
    setup(build) {
      build.onResolve({filter: /.*/}, args => {
        if (args.namespace === 'package-part') return undefined;
        if (args.kind === 'dynamic-import') return resolveDynamic(args);
        if (args.importer && lazyPackages.has(args.path)) {
          return failed(`${args.path} is loaded lazily (tools/build/parts.mjs): import() it`);
        }
        if (args.kind === 'import-statement' && args.path.startsWith('.')) {
          return (
            resolveEntry(args) ?? resolveShared(args) ?? resolveDeferred(args) ?? resolveHeld(args)
          );
        }
        return undefined;
      });
      build.onResolve({filter: /^package-part:/}, ({path}) => ({
        path: path.slice('package-part:'.length),
        namespace: 'package-part',
      }));
      build.onLoad({filter: /.*/, namespace: 'package-part'}, ({path}) => ({
        contents: `export * from ${JSON.stringify(path)};`,
        resolveDir: root,
      }));
      build.onLoad({filter: /[\\/]src[\\/].*\.tsx?$/}, async ({path}) => {
        const source = await readFile(path, 'utf8');
        if (!source.includes('import.meta.url')) return undefined;
        const unlisted = [];
        const contents = source.replace(workerUrl, (whole, target) => {
          const name = nameOf(resolve(dirname(path), target));
          const file = files.get(name);
          if (!file) unlisted.push(name);
          met.add(name);
          return file ? `require('node:path').join(__dirname, '${file}')` : whole;
        });
        if (unlisted.length > 0) {
          return failed(`not listed in tools/build/parts.mjs: new URL of ${unlisted.join(', ')}`);
        }
        return {contents, loader: path.endsWith('x') ? 'tsx' : 'ts'};
      });
    },
  };

  function resolveDynamic(args) {
    if (isBuiltin(args.path)) return {path: args.path, external: true};
    const name = args.path.startsWith('.')
      ? nameOf(resolve(args.resolveDir, args.path))
      : args.path;
    const file = files.get(name);
    if (!file) {
      return failed(
        `not listed in tools/build/parts.mjs: import(${args.path}) in ${nameOf(args.importer)}`,
      );
    }
    met.add(name);
    return {path: `./${file}`, external: true};
  }

  function resolveEntry(args) {
    const fromBin = nameOf(args.importer).startsWith('src/bin/');
    if (!fromBin || nameOf(resolve(args.resolveDir, args.path)) !== entry.module) return undefined;
    return {path: fileURLToPath(new URL('start.cjs', import.meta.url))};
  }

  /**
   * Resolve an import of a worker to the bundle of a lazy part, so that the code is not duplicated.
   */
  function resolveShared(args) {
    const file = files.get(nameOf(resolve(args.resolveDir, args.path)));
    const fromWorker = workerParts.some(part => part.module === nameOf(args.importer));
    return file && fromWorker ? {path: `./${file}`, external: true} : undefined;
  }

  /** Resolve a module that is loaded on first use, see `load-lazily.mjs`. */
  function resolveDeferred(args) {
    const name = nameOf(resolve(args.resolveDir, args.path));
    const file = deferred.get(name);
    if (file === undefined) return undefined;
    met.add(name);
    return {path: `./${file}`, external: true};
  }

  /** Resolve a module that is in another bundle, see `late-parts.mjs`. */
  function resolveHeld(args) {
    const name = nameOf(resolve(args.resolveDir, args.path));
    const file = holderOf(name);
    return file && {path: `./${file}#${name}`, external: true};
  }

  return {
    plugin,
    met,
    report() {
      const listed = [...lazyParts, ...workerParts, ...deferredParts, ...lateParts];
      const missed = listed.map(part => part.module).filter(name => !met.has(name));
      if (missed.length > 0) {
        throw new Error(
          `listed in tools/build/parts.mjs, but nothing loads it: ${missed.join(', ')}`,
        );
      }
    },
  };
}

/**
 * List the entry points of the build without the entry bundle and its late parts: bundle name →
 * module.
 */
export function partEntries(root) {
  const apart = lazyParts.filter(part => part !== terminalUi);
  return entriesOf(root, [library, ...apart, ...deferredParts, ...workerParts]);
}

/** List the entry points of one build: bundle name without extension → module. */
export function entriesOf(root, parts) {
  const entries = {};
  for (const {module, file} of parts) {
    const isPackage = !module.startsWith('src/');
    const path = isPackage ? `package-part:${module}` : join(root, module);
    if (!isPackage && !existsSync(path)) throw new Error(`no such file: ${module}`);
    entries[file.replace(/\.cjs$/, '')] = path;
  }
  return entries;
}

function failed(text) {
  return {errors: [{text}]};
}
