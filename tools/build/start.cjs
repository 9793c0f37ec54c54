'use strict';

/**
 * Loads the door, and every lazily loaded bundle after it, with V8's code cache, and exports what
 * the door exports. Stands in each of the commands in dist/bin, with the build's hash as BUILD_HASH.
 *
 * The cache lies in the user's cache directory, one file per bundle, build and V8 (version, flags,
 * processor). V8 runs damaged code as it stands, so the file has the code twice, and only what is
 * alike is run: comparing is quicker than any checksum that Node has ready at its start. Whatever
 * goes wrong with it only makes the start slower.
 *
 * V8 keeps compiled what ran. A process that loads another set of bundles than those before it (the
 * first GET after a dry run) does other work, so it adds what it compiled.
 */

const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

const dist = path.join(__dirname, '..');
const buildHash = BUILD_HASH;
const keepMs = 30 * 24 * 60 * 60 * 1000;
/** Sets of bundles that a cache is added to for; a bound on its growth. */
const mostSets = 8;
const env = process.env;
const cacheDirectory = findCacheDirectory();

/**
 * Bundles by the name of their file, in the order they were loaded. `kept` is the code as it was when
 * the next bundle was loaded, or at the end, if V8 has not dropped of it what ran long ago.
 */
const loaded = new Map();
/** V8's flags when the first bundle was loaded, as cached code names them. */
let flagsAtStart;

module.exports = load('door.cjs');

function load(file) {
  const known = loaded.get(file);
  if (known) return known.exports;
  for (const bundle of loaded.values()) if (bundle.sets.length === 0) keep(bundle);
  const filename = path.join(dist, file);
  const own = {exports: {}, filename, loaded: false};
  loaded.set(file, own);
  const run = compile(file, filename, own);
  run.call(own.exports, own.exports, requireFor, own, filename, dist);
  own.loaded = true;
  return own.exports;
}

/** What a bundle requires: another one, or a module of Node. */
function requireFor(name) {
  return /^\.\/[\w-]+\.cjs$/.test(name) ? load(name.slice(2)) : require(name);
}

function compile(file, filename, own) {
  // Bundles are pure ASCII, so latin1 reads them right and without decoding.
  const source = fs.readFileSync(filename, 'latin1');
  // The large ones are a function already, which saves a copy (as-function.mjs).
  const wrapped = source.startsWith('(function (exports,')
    ? source
    : `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  const {code, sets} = readCache(file);
  if (code && flagsAtStart?.equals(flagsIn(code))) flagsNow().copy(flagsIn(code));
  const script = new vm.Script(wrapped, {filename, cachedData: code});
  const isKept = code !== undefined && !script.cachedDataRejected;
  Object.assign(own, {script, sets: isKept ? sets : [], bytes: isKept ? code.length : 0});
  flagsAtStart ??= isKept ? flagsIn(code) : flagsNow();
  if (cacheDirectory && loaded.size === 1) process.once('exit', writeCaches);
  return script.runInThisContext();
}

function findCacheDirectory() {
  if (env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const home = env.HOME || env.USERPROFILE;
  if (process.platform === 'win32') {
    return env.LOCALAPPDATA && path.join(env.LOCALAPPDATA, 'steward', 'cache', 'code');
  }
  if (env.XDG_CACHE_HOME && path.isAbsolute(env.XDG_CACHE_HOME)) {
    return path.join(env.XDG_CACHE_HOME, 'steward', 'code');
  }
  if (!home || !path.isAbsolute(home)) return undefined;
  const caches = process.platform === 'darwin' ? 'Library/Caches' : '.cache';
  return path.join(home, caches, 'steward', 'code');
}

function cacheFile(file) {
  return path.join(cacheDirectory, `${file}-${buildHash}-${process.version}-${process.arch}`);
}

/**
 * The cached code of a bundle and the sets of bundles it was made for, when its file is the user's own
 * and nobody else can write it.
 */
function readCache(file) {
  let handle;
  try {
    if (!cacheDirectory) return {};
    handle = fs.openSync(cacheFile(file), 'r');
    const {uid, mode, size} = fs.fstatSync(handle);
    if (process.getuid && (uid !== process.getuid() || mode & 0o022)) return {};
    const all = Buffer.allocUnsafeSlow(size);
    if (fs.readSync(handle, all, 0, size, 0) !== size) return {};
    const half = size / 2;
    const whole = all.subarray(0, half);
    if (!whole.equals(all.subarray(half))) return {};
    const end = whole.indexOf('\n');
    return {sets: whole.latin1Slice(0, end).split(' '), code: whole.subarray(end + 1)};
  } catch {
    return {};
  } finally {
    if (handle !== undefined) fs.closeSync(handle);
  }
}

/**
 * V8 runs no code that was made under other flags, which it knows by a hash in its head. Those that
 * are set while a command runs (src/host/own-process.ts) are of the garbage collector alone and
 * change no code, so that what is kept bears the hash of the start, and what is read that of now.
 */
function flagsIn(code) {
  return code.subarray(12, 16);
}

function flagsNow() {
  return flagsIn(new vm.Script('0').createCachedData());
}

/** Code that is to be written, as it is now; V8 drops what did not run for long. */
function keep(bundle) {
  const code = bundle.script.createCachedData();
  if (code.length < bundle.bytes) return;
  flagsAtStart.copy(flagsIn(code));
  bundle.kept = code;
  bundle.bytes = code.length;
}

/** Runs when the process ends, because by then V8 has compiled what this command really uses. */
function writeCaches() {
  const set = [...loaded.keys()].sort().join('+');
  const isNew = ({sets}) => !sets.includes(set) && sets.length < mostSets;
  const bundles = [...loaded].filter(([, bundle]) => isNew(bundle));
  if (bundles.length === 0) return;
  try {
    fs.mkdirSync(cacheDirectory, {recursive: true, mode: 0o700});
    for (const [file, bundle] of bundles) {
      keep(bundle);
      if (!bundle.kept) continue;
      const whole = [Buffer.from(`${[...bundle.sets, set].join(' ')}\n`, 'latin1'), bundle.kept];
      const target = cacheFile(file);
      const temporary = `${target}.${Math.random().toString(36).slice(2)}.${process.pid}`;
      fs.writeFileSync(temporary, Buffer.concat([...whole, ...whole]), {mode: 0o600, flag: 'wx'});
      fs.renameSync(temporary, target);
    }
    const oldest = Date.now() - keepMs;
    for (const name of fs.readdirSync(cacheDirectory)) {
      const entry = path.join(cacheDirectory, name);
      const isOld = !name.includes(buildHash) && fs.statSync(entry).mtimeMs < oldest;
      if (isOld || isLeftBehind(name)) fs.unlinkSync(entry);
    }
  } catch {
    // A cache that cannot be written is no error: the next start is only slower.
  }
}

/** A temporary file whose process died before it could be renamed. */
function isLeftBehind(name) {
  const pid = Number(/\.(\d+)$/.exec(name)?.[1]);
  if (!pid || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
