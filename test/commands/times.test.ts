import {describe, expect, it} from 'vitest';
import {allOperations} from '../../src/api/catalogue.ts';
import {inputsOf} from '../../src/api/inputs-of.ts';
import {timeWordsOf} from '../../src/api/time-words.ts';
import {localDay} from '../../src/base/day-words.ts';
import type {FakeHost} from '../support/fake-host.ts';
import {serverForEach} from '../support/recording-server.ts';
import {failureOf, runCli} from '../support/run-cli.ts';

const dayMs = 86_400_000;
const now = Date.parse('2026-12-01T09:30:00Z');
const server = serverForEach(() => ({body: '{"values": [], "records": []}'}));
const atNow = (host: FakeHost) =>
  void Object.assign(host, {clock: {...host.clock, now: () => now}});
const run = (line: readonly string[]) =>
  runCli('jr', line, {
    env: {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 't'},
    onHost: atNow,
  });
const sent = (name: string) =>
  new URL(server.requests[0]?.url ?? '', server.origin).searchParams.get(name);

describe('times in words', () => {
  it.each([
    ['24h', now - dayMs],
    ['2w3d', now - 17 * dayMs],
    ['90m ago', now - 90 * 60_000],
    ['-7d', now - 7 * dayMs],
    ['now', now],
    ['2 weeks', Date.parse('2026-11-17T00:00')],
    ['2026-11-17', Date.parse('2026-11-17T00:00')],
    ['2026-11-17T08:00:00Z', Date.parse('2026-11-17T08:00:00Z')],
    ['1764000000000', 1_764_000_000_000],
  ])('webhook get-failed --after=%s sends milliseconds', async (text, ms) => {
    const result = await run(['webhook', 'get-failed', '--unchecked', `--after=${text}`]);
    expect(result).toMatchObject({stderr: '', exit: 0});
    expect(sent('after')).toBe(String(ms));
  });

  it.each([
    ['from', '24h', '2026-11-30T09:30:00.000+0000'],
    ['to', 'now', '2026-12-01T09:30:00.000+0000'],
    ['from', '2026-03-01T00:00:00.000+0000', '2026-03-01T00:00:00.000+0000'],
    ['from', '2026-03-01', '2026-03-01'],
  ])('auditing get-audit-records --%s %s sends a time', async (flag, text, time) => {
    await run(['auditing', 'get-audit-records', `--${flag}`, text]);
    expect(sent(flag)).toBe(time);
  });

  it.each([
    ['today', localDay(now)],
    ['+2w', localDay(now + 14 * dayMs)],
    ['2026-12-05', '2026-12-05'],
  ])('version create --releaseDate %s sends a day, also in a batch', async (text, day) => {
    const given = {name: '1', projectId: 10000, releaseDate: text};
    const flags = Object.entries(given).map(([name, value]) => `--${name}=${value}`);
    const lines = [
      {line: ['version', 'create', ...flags], stdin: undefined},
      {
        line: ['batch'],
        stdin: JSON.stringify([{command: 'version create', args: given}]),
      },
    ];
    for (const {line, stdin} of lines) {
      server.requests.length = 0;
      await runCli('jr', line, {
        env: {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 't'},
        onHost: atNow,
        ...(stdin !== undefined && {stdin}),
      });
      const body = server.requests.at(-1)?.body ?? '{}';
      expect(JSON.parse(String(body))).toMatchObject({releaseDate: day});
    }
  });

  it.each([
    ['webhook', 'get-failed', '--after', '24x', 'milliseconds since the UNIX epoch'],
    ['auditing', 'get-audit-records', '--from', 'soonish', '24h (before now)'],
    ['auditing', 'get-audit-records', '--from', 'next friday', '24h (before now)'],
    ['version', 'update', '--id=1', '--releaseDate=sometime', 'today, +2w or friday'],
  ])('%s %s %s is refused with what it takes, before anything is sent', async (...line) => {
    const words = line.pop() ?? '';
    const result = await run(line);
    expect([result.exit, failureOf(result).message]).toEqual([4, expect.stringContaining(words)]);
    expect(server.requests).toEqual([]);
  });

  it('--verbose tells what the words mean', async () => {
    const {stderr} = await run(['version', 'update', '--id=1', '--releaseDate=today', '--verbose']);
    expect(stderr).toContain(`--releaseDate today is ${localDay(now)}`);
  });

  it('are in the help of each input that takes them', async () => {
    const named: string[] = [];
    for (const operation of allOperations()) {
      const words = inputsOf(operation).flatMap(input => timeWordsOf(input) ?? []);
      if (words.length === 0) continue;
      named.push(`${operation.group} ${operation.name}`);
      const program = operation.service === 'tracker' ? 'jr' : 'cf';
      const help = await runCli(program, [operation.group, operation.name, '--help']);
      for (const one of words)
        expect(help.stdout.replace(/\s+/g, ' ')).toContain(`also in words, such as ${one}`);
    }
    expect(named).toEqual(
      expect.arrayContaining([
        'version create',
        'version update',
        'webhook get-failed',
        'auditing get-audit-records',
        'blogposts create-blog-post',
      ]),
    );
  });

  it('every input whose help speaks of a time takes words', () => {
    const speaking = /epoch|ISO 8601|\bdate of\b|release date|start date|creation time/;
    for (const operation of allOperations()) {
      for (const input of inputsOf(operation)) {
        if (!speaking.test(input.help ?? '')) continue;
        expect([operation.name, input.name, timeWordsOf(input)]).not.toContain(undefined);
      }
    }
  });
});
