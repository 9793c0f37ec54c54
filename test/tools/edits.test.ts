import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import got from 'got';
import React from 'react';
import stringWidth from 'string-width';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {applyEdit, editPackages} from '../../tools/build/edits.mjs';
import {root} from '../support/sources.ts';

/** What the edits change, as Ink calls it. */
interface TextTools {
  readonly width: (text: string) => number;
  readonly tokenize: (text: string) => unknown;
  readonly slice: (text: string, from: number, to: number) => string;
  readonly wrap: (text: string, columns: number, options: {hard: boolean}) => string;
}

const entry = `
export {default as width} from 'string-width';
export {tokenize} from '@alcalzone/ansi-tokenize';
export {default as slice} from 'slice-ansi';
export {default as wrap} from 'wrap-ansi';
`;

const folder = mkdtempSync(join(tmpdir(), 'steward-edits-'));
let edited: TextTools;
let original: TextTools;

async function bundle(name: string, plugins: Parameters<typeof build>[0]['plugins']) {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    stdin: {contents: entry, resolveDir: root},
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outfile,
    plugins: plugins ?? [],
  });
  return (await import(pathToFileURL(outfile).href)) as TextTools;
}

beforeAll(async () => {
  edited = await bundle('edited', [editPackages().plugin]);
  original = await bundle('original', []);
});

afterAll(() => rmSync(folder, {recursive: true, force: true}));

describe('the edits of bundled packages', () => {
  it('measure every character, alone and between letters, as before', () => {
    const wrong: string[] = [];
    for (let code = 0; code < 0x3000; code++) {
      const character = String.fromCharCode(code);
      for (const text of [character, `a${character}bé${character}`]) {
        if (edited.width(text) !== original.width(text)) wrong.push(code.toString(16));
      }
    }
    expect(wrong).toEqual([]);
  });

  it('tokenize, slice and wrap text of every kind as before', () => {
    const parts = [
      'plain',
      'Straße – „Maß“',
      '├─ ▓▓░░ 62%',
      '\u001b[31mred\u001b[39m',
      '\u001b]8;;https://a.example\u0007link\u001b]8;;\u0007',
      '世界',
      'e\u0301',
      '👩‍👩‍👧 ✔️ 1️⃣',
      '\t',
      '가',
    ];
    for (const first of parts) {
      for (const second of parts) {
        const text = `${first} ${second}${first}`;
        expect(edited.tokenize(text)).toEqual(original.tokenize(text));
        for (const at of [0, 3, 7]) {
          expect(edited.slice(text, at, at + 5)).toBe(original.slice(text, at, at + 5));
        }
        expect(edited.wrap(text, 6, {hard: true})).toBe(original.wrap(text, 6, {hard: true}));
      }
    }
  });

  it('fail when the source is no longer the one they were written for', () => {
    const edit = {why: 'for this test', file: 'x/index.js', replace: [['a()', 'b()']] as const};
    expect(applyEdit(edit, 'a();')).toBe('b();');
    expect(() => applyEdit(edit, 'c();')).toThrow('x/index.js: found 0 times, not once: a()');
    expect(() => applyEdit(edit, 'a();a();')).toThrow('found 2 times');
  });

  it('fail when something is left that must go', () => {
    const edit = {why: 'for this test', file: 'x', replace: [], leaves: /require\(/};
    expect(applyEdit(edit, 'import "a";')).toBe('import "a";');
    expect(() => applyEdit(edit, 'require("a");')).toThrow('x: require( is left');
  });

  it('fail when a package they are for is no longer bundled', () => {
    expect(() => editPackages().report()).toThrow(/no longer bundled: .*string-width/);
  });
});

describe('the tests', () => {
  it('run on the edited packages, the stubs and the build of React', () => {
    expect(String(stringWidth)).toContain('plainText.test');
    expect(() => got.extend({dnsCache: true})).toThrow('not part of this build');
    expect(React.act).toBeUndefined();
  });
});
