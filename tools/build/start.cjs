'use strict';

/**
 * Loads the entry bundle, and every lazily loaded bundle after it, with V8's code cache, and
 * exports the exports of the entry. Part of each command in dist/bin, with the build's hash as
 * BUILD_HASH.
 *
 * The cache is in the user's cache directory, one file per bundle, build and V8 (version, flags,
 * processor). V8 does not detect damaged code, so the file contains the code twice and is used only
 * if both copies are equal: comparing is faster than any checksum available at Node's start. Any
 * problem with the cache only makes the start slower.
 *
 * V8's cache contains the functions that ran. A process that loads another set of bundles than
 * earlier ones, or is the first to load Node's HTTP client (a GET after a dry run), runs other
 * functions, so it adds them.
 */

const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

refuseOldNode();

const dist = path.join(__dirname, '..');
const buildHash = BUILD_HASH;
const retentionMs = 30 * 24 * 60 * 60 * 1000;
/** Maximum number of sets that add to a cache, to limit its growth. */
const maxSets = 12;
/** Also a pipe in place of a cache file must not block the start. */
const readAtOnce = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);
const env = process.env;
const cacheDirectory = findCacheDirectory();

/**
 * Bundles by file name, in loading order. `code` is the compiled code when the next bundle was
 * loaded, or at the end, unless V8 had dropped functions that ran long before.
 */
const loaded = new Map();
/** Modules of Node that send requests, if loaded: with the bundles, they make up a set. */
const clients = new Set();
/** V8's flags when the first bundle was loaded, as hashed in cached code. */
let flagsAtStart;

module.exports = load('entry.cjs');

/** Older versions lack what the bundles use and would fail with a stack trace. */
function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(
    `steward needs Node 20.19 or newer; this is Node ${process.versions.node}.\n`,
  );
  process.exit(1);
}

function load(file) {
  const known = loaded.get(file);
  if (known) return known.exports;
  for (const bundle of loaded.values()) if (bundle.sets.length === 0) snapshot(bundle);
  const filename = path.join(dist, file);
  const own = {exports: {}, filename, loaded: false};
  loaded.set(file, own);
  const run = compile(file, filename, own);
  run.call(own.exports, own.exports, requireFor, own, filename, dist);
  own.loaded = true;
  return own.exports;
}

/** Require another bundle, or a module of Node. */
function requireFor(name) {
  if (/^\.\/[\w-]+\.cjs$/.test(name)) return load(name.slice(2));
  if (/^node:https?$/.test(name)) clients.add(name);
  return require(name);
}

function compile(file, filename, own) {
  // Bundles are pure ASCII, which latin1 reads correctly without decoding.
  const source = fs.readFileSync(filename, 'latin1');
  // Large bundles are already wrapped, which saves a copy (as-function.mjs).
  const wrapped = source.startsWith('(function (exports,')
    ? source
    : `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  const {code, sets} = readCache(file);
  if (code && flagsAtStart?.equals(flagsIn(code))) flagsNow().copy(flagsIn(code));
  const script = new vm.Script(wrapped, {filename, cachedData: code});
  const isCached = code !== undefined && !script.cachedDataRejected;
  Object.assign(own, {script, sets: isCached ? sets : [], bytes: isCached ? code.length : 0});
  flagsAtStart ??= isCached ? flagsIn(code) : flagsNow();
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
 * Read the cached code of a bundle and the sets of bundles that added to it, if only the user owns
 * and can write the file.
 */
function readCache(file) {
  let handle;
  try {
    if (!cacheDirectory) return {};
    handle = fs.openSync(cacheFile(file), readAtOnce);
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
 * Return the hash of V8's flags in the header of cached code; V8 rejects code with another one.
 * Flags set while a command runs (src/host/own-process.ts) affect only the garbage collector, so
 * written code gets the hash of the start, and code that is read gets the current one.
 */
function flagsIn(code) {
  return code.subarray(12, 16);
}

function flagsNow() {
  return flagsIn(new vm.Script('0').createCachedData());
}

/** Save the current code for writing, since V8 drops functions that have not run for long. */
function snapshot(bundle) {
  const code = bundle.script.createCachedData();
  if (code.length < bundle.bytes) return;
  flagsAtStart.copy(flagsIn(code));
  bundle.code = code;
  bundle.bytes = code.length;
}

/** Write the caches when the process ends, after V8 has compiled all functions in use. */
function writeCaches() {
  const set = [...loaded.keys(), ...clients].sort().join('+');
  const isNew = ({sets}) => !sets.includes(set) && sets.length < maxSets;
  const bundles = [...loaded].filter(([, bundle]) => isNew(bundle));
  if (bundles.length === 0) return;
  try {
    fs.mkdirSync(cacheDirectory, {recursive: true, mode: 0o700});
    for (const [file, bundle] of bundles) {
      snapshot(bundle);
      if (!bundle.code) continue;
      const whole = [Buffer.from(`${[...bundle.sets, set].join(' ')}\n`, 'latin1'), bundle.code];
      const target = cacheFile(file);
      const temporary = `${target}.${Math.random().toString(36).slice(2)}.${process.pid}`;
      fs.writeFileSync(temporary, Buffer.concat([...whole, ...whole]), {mode: 0o600, flag: 'wx'});
      fs.renameSync(temporary, target);
    }
    const oldest = Date.now() - retentionMs;
    for (const name of fs.readdirSync(cacheDirectory)) {
      const entry = path.join(cacheDirectory, name);
      const isOld = !name.includes(buildHash) && fs.statSync(entry).mtimeMs < oldest;
      if (isOld || isAbandoned(name)) fs.unlinkSync(entry);
    }
  } catch {
    // Without the cache, the next start is only slower.
  }
}

/** Check for a temporary file whose process ended before renaming it. */
function isAbandoned(name) {
  const pid = Number(/\.(\d+)$/.exec(name)?.[1]);
  if (!pid || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
