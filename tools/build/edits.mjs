import {readFile} from 'node:fs/promises';
import {join, sep} from 'node:path';
import {fileURLToPath} from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

/**
 * Packages replaced completely. The request library loads the first three for options this program
 * never sets; their stubs throw when used. ink-table uses the fourth for row keys, which would load
 * all of Node's cryptography before the first frame. Ink shows the stack of a crash with the last.
 */
export const stubs = {
  'http2-wrapper': join(here, 'stubs/http2-wrapper.mjs'),
  'cacheable-request': join(here, 'stubs/cacheable-request.mjs'),
  'cacheable-lookup': join(here, 'stubs/cacheable-lookup.mjs'),
  'object-hash': join(here, 'stubs/object-hash.mjs'),
  'stack-utils': join(here, 'stubs/stack-utils.mjs'),
};

const codeLoaders = (...names) =>
  names
    .map(
      name =>
        `exports.${name} = () => {\n  throw new Error('configuration is never executed as code');\n};`,
    )
    .join('\n');

const boundedCache = JSON.stringify(join(here, 'bounded-cache.mjs'));
const changedCells = JSON.stringify(join(here, 'changed-cells.mjs'));
const plainSegmenter = JSON.stringify(join(here, 'plain-segmenter.mjs'));

/**
 * Edits of bundled packages. In `file` (below node_modules) each `find` must occur exactly once,
 * and no text of `leaves` may remain; otherwise the build and the tests fail. The build also fails
 * for an edit whose file is no longer bundled. Tests use the edited packages too, except edits with
 * `onlyInBundles`.
 */
export const edits = [
  {
    why: 'yoga is made ready before its module ends, so that no module of the bundle has to wait',
    file: 'yoga-layout/dist/src/index.js',
    replace: [
      [
        'const Yoga = wrapAssembly(await loadYoga());',
        `const library = {
  instantiateWasm(imports, ready) {
    const module = new WebAssembly.Module(Buffer.from(library.wasmText, 'base64'));
    const instance = new WebAssembly.Instance(module, imports);
    ready(instance);
    return instance.exports;
  },
};
loadYoga(library);
if (!library.calledRun) throw new Error('yoga-layout did not start synchronously');
const Yoga = wrapAssembly(library);`,
      ],
    ],
  },
  {
    why: 'the bytes of yoga are read by the edit above',
    file: 'yoga-layout/dist/binaries/yoga-wasm-base64-esm.js',
    replace: [
      ['var _scriptDir = import.meta.url;', "var _scriptDir = '';"],
      ['var H;H="data:application/octet-stream;base64,', 'var H="";h.wasmText="'],
    ],
  },
  {
    why: 'the development tools of React are never loaded',
    file: 'ink/build/reconciler.js',
    replace: [
      [
        /if \(process\.env\['DEV'\] === 'true'\) \{\n {4}\/\/ Intentionally[\s\S]+?await import\('\.\/devtools\.js'\);\n {4}\}\n\}/,
        '',
      ],
      [/async function loadPackageJson\(\) \{[\s\S]+?\n\}\n(?=let packageInfo)/, ''],
      [
        /if \(process\.env\['DEV'\] === 'true'\) \{\n {4}try \{\n {8}const loaded[\s\S]+?\n\}\n/,
        '',
      ],
    ],
  },
  {
    why: 'styled characters and widths are kept across frames: most rows of a frame are those of the one before',
    file: 'ink/build/output.js',
    replace: [
      [
        "import sliceAnsi from 'slice-ansi';",
        `import sliceAnsi from 'slice-ansi';\nimport {BoundedCache} from ${boundedCache};`,
      ],
      ['    widths = new Map();', '    widths = new BoundedCache(4096);'],
      ['    blockWidths = new Map();', '    blockWidths = new BoundedCache(2048);'],
      ['    styledChars = new Map();', '    styledChars = new BoundedCache(1024);'],
      [
        'export default class Output {',
        'const sharedCaches = new OutputCaches();\nexport default class Output {',
      ],
      ['    caches = new OutputCaches();', '    caches = sharedCaches;'],
    ],
  },
  {
    why: 'the characters of drawn lines are kept: one shape for all of them takes a sixth of the memory',
    file: '@alcalzone/ansi-tokenize/build/styledChars.js',
    replace: [
      [
        /\.\.\.token,\s+styles: \[\.\.\.codes\],/,
        'type: token.type, value: token.value, fullWidth: token.fullWidth, styles: codes,',
      ],
    ],
  },
  {
    why: 'the expression for emoji costs 15 ms to make; plain text is counted, other widths are kept',
    file: 'string-width/index.js',
    replace: [
      [
        'const segmenter = new Intl.Segmenter();',
        `import {BoundedCache} from ${boundedCache};
import {PlainSegmenter, plainText} from ${plainSegmenter};
const widths = new BoundedCache(4096);
const segmenter = new PlainSegmenter();`,
      ],
      [
        'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;',
        `let madeEmojiRegex;
const rgiEmojiRegex = {
  test(text) {
    madeEmojiRegex ??= /^\\p{RGI_Emoji}$/v;
    return madeEmojiRegex.test(text);
  },
};`,
      ],
      [
        'export default function stringWidth(input, options = {}) {',
        `export default function stringWidth(input, options) {
  if (typeof input === 'string' && options?.ambiguousIsNarrow !== false && plainText.test(input)) {
    return input.length;
  }
  if (options !== undefined || typeof input !== 'string') return measureWidth(input, options);
  let width = widths.get(input);
  if (width === undefined) {
    width = measureWidth(input);
    widths.set(input, width);
  }
  return width;
}

function measureWidth(input, options = {}) {`,
      ],
    ],
  },
  ...[
    ['wrap-ansi/index.js', 'new Intl.Segmenter()'],
    ['cli-truncate/index.js', 'new Intl.Segmenter()'],
    ['slice-ansi/tokenize-ansi.js', "new Intl.Segmenter(undefined, {granularity: 'grapheme'})"],
    [
      '@alcalzone/ansi-tokenize/build/tokenize.js',
      'new Intl.Segmenter(undefined, { granularity: "grapheme" })',
    ],
  ].map(([file, made]) => ({
    why: 'the first segmenter costs 10 ms to make, and plain text needs none',
    file,
    replace: [
      [/^import /, `import {PlainSegmenter} from ${plainSegmenter};\nimport `],
      [made, 'new PlainSegmenter()'],
    ],
  })),
  {
    why: 'measured texts would be kept for ever, and a live monitor shows new ones all day',
    file: 'ink/build/measure-text.js',
    replace: [
      [
        "import widestLine from 'widest-line';",
        `import widestLine from 'widest-line';\nimport {BoundedCache} from ${boundedCache};`,
      ],
      ['const cache = new Map();', 'const cache = new BoundedCache(4096);'],
    ],
  },
  {
    why: 'a line is written anew only where it changed: beside a list stands its preview',
    file: 'ink/build/log-update.js',
    replace: [
      [
        "import cliCursor from 'cli-cursor';",
        `import cliCursor from 'cli-cursor';\nimport {changedCells, fewerMoves} from ${changedCells};`,
      ],
      [
        `buffer.push(ansiEscapes.cursorTo(0) +
                nextLines[i] +
                ansiEscapes.eraseEndLine +`,
        'buffer.push(changedCells(previousLines[i], nextLines[i]) +',
      ],
      ["stream.write(buffer.join(''));", "stream.write(fewerMoves(buffer.join('')));"],
    ],
  },
  {
    why: 'it is CommonJS and requires ink, an ES module that cannot be required',
    file: 'ink-table/dist/index.js',
    replace: [
      ['"use strict";\n', ''],
      ['Object.defineProperty(exports, "__esModule", { value: true });\n', ''],
      ['exports.Skeleton = exports.Cell = exports.Header = void 0;\n', ''],
      [
        'const react_1 = __importDefault(require("react"));',
        "import react from 'react';\nconst react_1 = {default: react};",
      ],
      ['const ink_1 = require("ink");', "import * as ink_1 from 'ink';"],
      ['const object_hash_1 = require("object-hash");', "import object_hash_1 from 'object-hash';"],
      ['exports.default = Table;', 'export {Table as default};'],
      ['exports.Header = Header;', 'export {Header};'],
      ['exports.Cell = Cell;', 'export {Cell};'],
      ['exports.Skeleton = Skeleton;', 'export {Skeleton};'],
    ],
    leaves: /\brequire\(|\bexports\./,
    format: 'module',
  },
  {
    why: 'list formatters are costly to make and only serve error messages of the request library',
    file: '@sindresorhus/is/distribution/index.js',
    replace: [
      [
        "const andFormatter = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });",
        "const andFormatter = {format: values => values.join(' and ')};",
      ],
      [
        "const orFormatter = new Intl.ListFormat('en', { style: 'long', type: 'disjunction' });",
        "const orFormatter = {format: values => values.join(' or ')};",
      ],
    ],
  },
  {
    why: 'configuration is never executed as code',
    file: 'cosmiconfig/dist/loaders.js',
    replace: [
      [/let importFresh;[\s\S]+exports\.loadJs = loadJs;/, codeLoaders('loadJs', 'loadJsSync')],
      [/let typescript;[\s\S]+exports\.loadTs = loadTs;/, codeLoaders('loadTs', 'loadTsSync')],
      [/\/\/ eslint-disable-next-line[^\n]+\nfunction resolveTsConfig[\s\S]+\n\}\n/, ''],
    ],
  },
  {
    why: 'nothing is searched for in the working directory, not even how to search',
    file: 'cosmiconfig/dist/index.js',
    replace: [
      [
        'const userDefinedConfig = getUserDefinedOptionsFromMetaConfig();',
        'const userDefinedConfig = null;',
      ],
    ],
  },
  {
    why: 'the bytes of jq lie beside its bundle, and an engine that gives up throws and writes nothing',
    file: 'jq-wasm/dist/index.mjs',
    onlyInBundles: true,
    replace: [
      ['getFilename = () => fileURLToPath(import.meta.url);', 'getFilename = () => __filename;'],
      ['join(__dirname, "build", "jq.wasm")', 'join(__dirname, "jq.wasm")'],
      ['err(what);', ''],
    ],
  },
];

/** Apply one edit; throws unless each part of it applies exactly once. */
export function applyEdit(edit, source) {
  let text = source;
  for (const [find, put] of edit.replace) {
    const times =
      find instanceof RegExp
        ? [...text.matchAll(new RegExp(find.source, 'g'))].length
        : text.split(find).length - 1;
    if (times !== 1) {
      throw new Error(`${edit.file}: found ${times} times, not once: ${find} (${edit.why})`);
    }
    text = text.replace(find, () => put);
  }
  const left = edit.leaves?.exec(text);
  if (left) throw new Error(`${edit.file}: ${left[0]} is left (${edit.why})`);
  return text;
}

const byFile = new Map(edits.map(edit => [edit.file, edit]));

/** Find the edit of a file by its path or its `file:` URL, in each installed copy of a package. */
export function findEdit(path) {
  return byFile.get(
    path
      .split(sep)
      .join('/')
      .replace(/^.*\/node_modules\//, ''),
  );
}

/**
 * Create the esbuild plugin for the stubs and edits. `report()` after the build throws when a
 * listed one was not used.
 */
export function editPackages() {
  const met = new Set();
  const plugin = {
    name: 'edit-packages',
    setup(build) {
      build.onResolve({filter: /^[a-z0-9-]+$/}, ({path}) => {
        if (!Object.hasOwn(stubs, path)) return undefined;
        met.add(path);
        return {path: stubs[path], sideEffects: false};
      });
      build.onLoad({filter: /node_modules.*\.[cm]?js$/}, async ({path}) => {
        const edit = findEdit(path);
        if (!edit) return undefined;
        met.add(edit.file);
        return {contents: applyEdit(edit, await readFile(path, 'utf8')), loader: 'js'};
      });
    },
  };
  return {
    plugin,
    report() {
      const wanted = [...Object.keys(stubs), ...byFile.keys()];
      const missed = wanted.filter(name => !met.has(name));
      if (missed.length > 0) throw new Error(`listed but no longer bundled: ${missed.join(', ')}`);
    },
  };
}
