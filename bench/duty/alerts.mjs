import {chmodSync, existsSync, readFileSync, writeFileSync} from 'node:fs';

/** Write a program that appends its input to a file, after a condition. */
export function writeProgram(path, file, condition) {
  writeFileSync(path, `#!/bin/sh\n${condition} cat >> '${file}'\n`);
  chmodSync(path, 0o755);
  writeFileSync(file, '');
  return path;
}

export function linesIn(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}

export function alertsIn(path) {
  return linesIn(path).map(line => {
    const {type, rule, address = ''} = JSON.parse(line);
    return `${type} ${rule} ${address}`.trim();
  });
}

/**
 * Drop alerts that were given again after a kill, since the run before had not saved them.
 *
 * @param all each alert with the number of its run
 */
export function withoutRepeats(all) {
  const last = new Map();
  const texts = [];
  for (const {text, run} of all) {
    const [, type, name] = /^(\S+) (.*)$/.exec(text);
    const before = last.get(name);
    last.set(name, {type, run});
    if (before?.type !== type || before.run === run) texts.push(text);
  }
  return {texts, again: all.length - texts.length};
}

export function countOf(texts) {
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

export function differences(wanted, texts) {
  const got = countOf(texts);
  const names = new Set([...wanted.keys(), ...got.keys()]);
  return [...names]
    .map(name => ({name, want: wanted.get(name) ?? 0, got: got.get(name) ?? 0}))
    .filter(({want, got}) => want !== got);
}

export const missing = wrong =>
  wrong.reduce((sum, {want, got}) => sum + Math.max(0, want - got), 0);
export const unexpected = wrong =>
  wrong.reduce((sum, {want, got}) => sum + Math.max(0, got - want), 0);
