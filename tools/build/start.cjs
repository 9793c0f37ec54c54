'use strict';

/**
 * Loads the door, and every lazily loaded bundle after it, with V8's code cache, and exports what
 * the door exports. Copied into dist as start.cjs with the build's hash in place of BUILD_HASH.
 *
 * The cache lies in the user's cache directory, one file per bundle, build and V8 (version, flags,
 * processor), behind its checksum: V8 runs damaged code as it stands. Whatever goes wrong with it
 * only makes the start slower.
 */

const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');
const nodeModule = require('node:module');
const zlib = require('node:zlib');

const buildHash = 'BUILD_HASH';
const keepMs = 30 * 24 * 60 * 60 * 1000;
const checksumBytes = 4;
const env = process.env;
const cacheDirectory = findCacheDirectory();

/**
 * Bundles that had no usable cache: written when the process ends. `early` is the code as it was
 * when the next bundle was loaded, kept because V8 flags set later would spoil what is made then.
 */
const uncached = [];
const loaded = new Map();

module.exports = load('door.cjs');

function load(file) {
  const known = loaded.get(file);
  if (known) return known.exports;
  for (const entry of uncached) if (sameFlags(entry)) entry.early = entry.script.createCachedData();
  const filename = path.join(__dirname, file);
  const own = {exports: {}, filename, loaded: false};
  loaded.set(file, own);
  const run = compile(file, filename);
  run.call(own.exports, own.exports, requireFrom(filename), own, filename, __dirname);
  own.loaded = true;
  return own.exports;
}

function requireFrom(filename) {
  const plain = nodeModule.createRequire(filename);
  return name => (/^\.\/[\w-]+\.cjs$/.test(name) ? load(name.slice(2)) : plain(name));
}

function compile(file, filename) {
  // Bundles are pure ASCII, so latin1 reads them right and without decoding.
  const source = fs.readFileSync(filename, 'latin1');
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  const cachedData = readCache(file);
  const script = new vm.Script(wrapped, {filename, cachedData});
  if (cacheDirectory && (!cachedData || script.cachedDataRejected)) {
    if (uncached.length === 0) process.once('exit', writeCaches);
    uncached.push({file, script, flags: flagHash(), early: undefined});
  }
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

/** The cached code of a bundle, when its file is the user's own and nobody else can write it. */
function readCache(file) {
  if (!cacheDirectory) return undefined;
  let handle;
  try {
    handle = fs.openSync(cacheFile(file), 'r');
    const {uid, mode, size} = fs.fstatSync(handle);
    if (process.getuid && (uid !== process.getuid() || mode & 0o022)) return undefined;
    const all = Buffer.allocUnsafeSlow(size);
    if (fs.readSync(handle, all, 0, size, 0) !== size) return undefined;
    const code = all.subarray(checksumBytes);
    return checksum(code).equals(all.subarray(0, checksumBytes)) ? code : undefined;
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) fs.closeSync(handle);
  }
}

function checksum(code) {
  const sum = Buffer.alloc(checksumBytes);
  sum.writeUInt32BE(zlib.crc32(code));
  return sum;
}

/** V8's version and flags as they stand in the head of every piece of cached code. */
function flagHash() {
  return new vm.Script('0').createCachedData().subarray(0, 16);
}

function sameFlags(entry) {
  return entry.flags.equals(flagHash());
}

/** Runs when the process ends, because by then V8 has compiled what this command really uses. */
function writeCaches() {
  try {
    fs.mkdirSync(cacheDirectory, {recursive: true, mode: 0o700});
    for (const entry of uncached) {
      const code = sameFlags(entry) ? entry.script.createCachedData() : entry.early;
      if (!code) continue;
      const target = cacheFile(entry.file);
      const temporary = `${target}.${process.pid}`;
      fs.writeFileSync(temporary, Buffer.concat([checksum(code), code]), {mode: 0o600});
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
