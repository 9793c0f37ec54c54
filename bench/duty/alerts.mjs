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
