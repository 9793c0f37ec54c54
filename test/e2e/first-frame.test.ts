import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, it} from 'vitest';
import {type BuiltCommands, layBuiltCommands, onlyOnNode} from '../support/built.ts';
import {openPty} from '../support/pty.ts';

/** What a process had loaded and made when it first wrote to its terminal. */
interface AtFirstWrite {
  readonly modules: readonly string[];
  readonly made: readonly string[];
  /** Bundles that were read, by their names. */
  readonly bundles: readonly string[];
}

const hook = `
const fs = require('node:fs');
const {basename} = require('node:path');
const {writeFileSync, readFileSync, openSync} = fs;
const bundles = [];
const seen = path => String(path).endsWith('.cjs') && bundles.push(basename(String(path)));
fs.readFileSync = (path, ...rest) => (seen(path), readFileSync(path, ...rest));
fs.openSync = (path, ...rest) => (seen(path), openSync(path, ...rest));
const {WriteStream} = require('node:tty');
const made = [];
for (const name of ['NumberFormat', 'DateTimeFormat', 'Collator', 'Segmenter']) {
  Intl[name] = new Proxy(Intl[name], {
    construct: (target, args) => (made.push(name), Reflect.construct(target, args)),
  });
}
const {toLocaleString} = Number.prototype;
Number.prototype.toLocaleString = function (...args) {
  made.push('toLocaleString');
  return toLocaleString.apply(this, args);
};
const {write} = WriteStream.prototype;
WriteStream.prototype.write = function (text, ...rest) {
  if (/steward/.test(text)) {
    WriteStream.prototype.write = write;
    const modules = process.moduleLoadList.map(name => name.replace('NativeModule ', ''));
    writeFileSync(process.env.FIRST_WRITE, JSON.stringify({modules, made, bundles}));
  }
  return write.call(this, text, ...rest);
};
`;

let built: BuiltCommands;
beforeEach(() => {
  built = layBuiltCommands();
});
afterEach(() => built.remove());

it('is drawn without what costs more to load or to make than the frame itself', async context => {
  onlyOnNode(context, 'which of its modules are loaded only Node tells');
  const [file, out] = ['hook.cjs', 'out.json'].map(name => join(built.folder, name));
  writeFileSync(file ?? '', hook);
  const session = openPty(join(built.folder, 'steward'), [], {
    env: {...built.env(), NODE_OPTIONS: `--require ${file}`, FIRST_WRITE: out},
  });
  try {
    await session.see(/steward/);
    const {modules, made, bundles} = JSON.parse(readFileSync(out ?? '', 'utf8')) as AtFirstWrite;
    expect(modules).toContain('tty');
    const costly = ['crypto', 'http', 'https', 'tls', 'zlib', 'child_process', 'worker_threads'];
    expect(modules.filter(name => costly.includes(name))).toEqual([]);
    expect(made).toEqual([]);
    expect([...new Set(bundles)].sort()).toEqual(['columns.cjs', 'entry.cjs', 'tui.cjs']);
  } finally {
    await session.close();
  }
});
