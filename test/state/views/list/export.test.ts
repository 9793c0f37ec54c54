import {describe, expect, test} from 'vitest';
import type {Ports} from '../../../../src/state/model/transition.ts';
import {
  exportEffect,
  exportPieces,
  nextTarget,
  readTarget,
} from '../../../../src/state/views/list/export.ts';
import {listOf, openProjects} from '../../../support/app-harness.ts';

describe('the target of an export', () => {
  test('is told by its ending, or is the clipboard', () => {
    expect(readTarget('~/a b.JSON')).toEqual({to: 'file', path: '~/a b.JSON', format: 'json'});
    expect(readTarget('clipboard jsonl')).toEqual({to: 'clipboard', format: 'jsonl'});
    expect(readTarget('clipboard')).toEqual({to: 'clipboard', format: 'csv'});
    expect(readTarget('rows.txt')).toHaveProperty('problem');
    expect(readTarget(' ')).toHaveProperty('problem');
  });

  test('goes round through all formats, and keeps the name typed', () => {
    const seen = ['my.csv'];
    for (let i = 0; i < 6; i++) seen.push(nextTarget(seen.at(-1) ?? '', 1, 'proposed.csv'));
    expect(seen).toEqual([
      'my.csv',
      'my.json',
      'my.jsonl',
      'clipboard csv',
      'clipboard json',
      'clipboard jsonl',
      'proposed.csv',
    ]);
    expect(nextTarget('my.csv', -1, 'proposed.csv')).toBe('clipboard jsonl');
  });
});

describe('E', () => {
  test('writes what is shown, in its order, with full values', async () => {
    const harness = await openProjects();
    harness.press('/', 'tariq', 'enter', 'S', 'E', 'enter');
    await harness.settle();
    const [[path, text = ''] = []] = [...harness.saved];
    expect(path).toBe('projects-2026-11-21.csv');
    const lines = text.split('\r\n');
    expect(lines[0]).toBe('KEY,NAME,TYPE,STYLE,LEAD,STATE,ISSUES,LAST CHANGE,CATEGORY,ID');
    expect(lines.slice(1, 3).map(line => line.split(',')[0])).toEqual(['RENO', 'PORTAL']);
    expect(lines[1]).toContain('2026-11-07T03:31:00.000Z');
    expect(harness.state().notice?.text).toBe(`wrote 2 rows to ${path}`);
  });

  test('writes the marked rows where some are marked, those a filter hides too', async () => {
    const harness = await openProjects();
    harness.press('j', ' ', '/', 'PEOPLE', 'enter', ' ', 'E', 'tab', 'tab');
    expect(harness.state().prompt?.text).toBe('projects-2026-11-21.jsonl');
    harness.press('enter');
    await harness.settle();
    const [text = ''] = [...harness.saved.values()];
    expect(
      text
        .trim()
        .split('\n')
        .map(line => JSON.parse(line).key),
    ).toEqual(['PEOPLE', 'ITSD']);
  });

  test('never touches a file that is there', async () => {
    const harness = await openProjects();
    for (let i = 0; i < 2; i++) {
      harness.press('E', 'enter');
      await harness.settle();
    }
    expect(harness.state().notice).toMatchObject({tone: 'bad'});
    expect(harness.state().notice?.text).toContain('already exists; not overwritten');
    expect(harness.saved.size).toBe(1);
  });

  test('copies to the clipboard, and says what is wrong with a name', async () => {
    const harness = await openProjects();
    harness.press('E', '\x15', 'rows.txt', 'enter');
    expect(harness.state().prompt?.problem).toBe('ends in .csv, .json or .jsonl');
    harness.press('\x15', 'clipboard json', 'enter');
    await harness.settle();
    expect(JSON.parse(harness.copied[0] ?? '')).toHaveLength(10);
  });

  test('leaves JSON as the server sent it', () => {
    const text = '{"b":1.0,\n "a":12345678901234567890, "c":"\\u00e4"}';
    const rows = [{text, value: null}];
    expect([...exportPieces('json', rows, [])].join('')).toBe(`[\n${text}\n]\n`);
    expect([...exportPieces('jsonl', rows, [])].join('')).toBe(
      '{"b":1.0,"a":12345678901234567890,"c":"\\u00e4"}\n',
    );
    expect([...exportPieces('json', [], [])].join('')).toBe('[]\n');
  });

  test('lets others in between while there is much to write', async () => {
    let now = 0;
    let sleeps = 0;
    const written: string[] = [];
    const ports = {
      ...({} as Ports),
      clock: {
        now: () => now++,
        sleep: () => {
          sleeps += 1;
          return Promise.resolve();
        },
      },
      dispatch: () => undefined,
      saveFile: (path: string, text: string) => {
        written.push(text);
        return Promise.resolve({path, exists: false});
      },
    };
    const rows = Array.from({length: 5000}, (_, i) => ({text: `{"i":${i}}`, value: null}));
    const target = {to: 'file', path: 'x.jsonl', format: 'jsonl'} as const;
    const {signal} = new AbortController();
    await exportEffect({target, rows, columns: []}).run(ports, {
      signal,
      onMessage: () => undefined,
    });
    expect(sleeps).toBeGreaterThan(5);
    expect(written[0]?.split('\n')).toHaveLength(5001);
  });

  test('writes nothing where another took its place while rows were still read', async () => {
    const stop = new AbortController();
    const written: string[] = [];
    const ports = {
      ...({} as Ports),
      clock: {now: () => 0, sleep: () => Promise.resolve()},
      dispatch: () => undefined,
      flags: () => [],
      client: () => {
        stop.abort();
        throw new Error('stopped');
      },
      saveFile: (path: string) => {
        written.push(path);
        return Promise.resolve({path, exists: false});
      },
    };
    const harness = await openProjects();
    const {key, resource, params} = listOf(harness);
    const [row] = listOf(harness).rows;
    if (row === undefined) throw new Error('no row');
    const call = {service: 'tracker', operation: 'project get-all', inputs: {}} as const;
    const one = {row: row.id, fill: {pointer: '/more', call, params: {}}, params};
    const fill = {view: key, wanted: [one], rows: [row]};
    const target = {to: 'file', path: 'x.csv', format: 'csv'} as const;
    const what = {target, rows: [row], columns: resource.columns, fill};
    await exportEffect(what).run(ports, {signal: stop.signal, onMessage: () => undefined});
    expect(written).toEqual([]);
  });

  test('has nothing to write where nothing is shown', async () => {
    const harness = await openProjects();
    harness.press('/', 'no such project', 'enter', 'E');
    expect(harness.state().prompt).toBeUndefined();
  });
});
