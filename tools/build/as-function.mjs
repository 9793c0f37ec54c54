import {entry, terminalUi} from './parts.mjs';

const head = '(function (exports, require, module, __filename, __dirname) {';
const tail = '\n})';

/**
 * Wrap the text of a large bundle in the function that `start.cjs` compiles. Only for bundles that
 * nothing else loads; wrapping at each start would copy the text each time.
 */
export function asFunction(file, text) {
  return isFunction(file) ? head + text + tail : text;
}

/** Convert the wrapped text of a bundle back to a module. */
export function asModule(file, text) {
  return isFunction(file) ? text.slice(head.length, -tail.length) : text;
}

function isFunction(file) {
  return file === entry.file || file === terminalUi.file;
}
