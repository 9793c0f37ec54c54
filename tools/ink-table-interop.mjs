/**
 * The table component is CommonJS and requires ink, which is an ES module that cannot be required.
 * Both the build and the tests read its source through `inkTableAsModule`.
 */

const replacements = [
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
];

/**
 * The source of ink-table's dist/index.js as an ES module.
 *
 * @throws Error when the source is not the one this was written for
 */
export function inkTableAsModule(source) {
  let text = source;
  for (const [find, put] of replacements) {
    const parts = text.split(find);
    if (parts.length !== 2) {
      throw new Error(
        `ink-table is not the version tools/ink-table-interop.mjs knows: found ${parts.length - 1} times: ${find}`,
      );
    }
    text = parts.join(put);
  }
  if (/\brequire\(|\bexports\./.test(text)) {
    throw new Error('ink-table still has CommonJS left after tools/ink-table-interop.mjs');
  }
  return text;
}

/** vitest plugin; goes with `server.deps.inline: ['ink-table']`. */
export const inkTableInterop = {
  name: 'ink-table-interop',
  enforce: 'pre',
  transform(code, id) {
    if (!/node_modules\/ink-table\/dist\/index\.js(\?|$)/.test(id.replaceAll('\\', '/'))) {
      return undefined;
    }
    return {code: inkTableAsModule(code), map: null};
  },
};
