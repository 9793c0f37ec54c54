import {door, terminalUi} from './parts.mjs';

const head = '(function (exports, require, module, __filename, __dirname) {';
const tail = '\n})';

/**
 * The text of a bundle as the one function that `start.cjs` compiles, for the large ones that nothing
 * else loads: put around it at each start, the text would be copied each time.
 */
export function asFunction(file, text) {
  return isFunction(file) ? head + text + tail : text;
}

/** The text of a bundle as a module again. */
export function asModule(file, text) {
  return isFunction(file) ? text.slice(head.length, -tail.length) : text;
}

function isFunction(file) {
  return file === door.file || file === terminalUi.file;
}
