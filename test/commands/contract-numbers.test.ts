import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {
  type CannedAnswer,
  type RecordedRequest,
  serverForEach,
} from '../support/recording-server.ts';
import {type CliResult, runCli} from '../support/run-cli.ts';

/** Each loses digits, its point or its value where JSON is read into numbers and written again. */
const item = '{"a":12345678901234567890,"b":1.0,"c":1e400}';
const pageSize = 2;
const total = 5;

let folder: string;

const server = serverForEach(pageOf);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-numbers-'));
});
afterEach(() => {
  rmSync(folder, {recursive: true, force: true});
});

function pageOf({url}: RecordedRequest): CannedAnswer {
  const startAt = Number(new URL(url, 'http://x.invalid').searchParams.get('startAt') ?? 0);
  const count = Math.min(pageSize, total - startAt);
  const values = Array.from({length: count}, () => item).join(',');
  const isLast = startAt + count === total;
  return {
    body: `{"self":1.0,"startAt":${startAt},"maxResults":${pageSize},"total":${total},"isLast":${isLast},"values":[${values}]}`,
  };
}

const run = (line: string, ...more: readonly string[]): Promise<CliResult> =>
  runCli('jr', [...line.split(' '), ...more], {
    env: {
      XDG_CACHE_HOME: folder,
      JR_BASE_URL: server.origin,
      JR_AUTH_USER: 'ann',
      JR_AUTH_TOKEN: 'secret-token',
    },
  });

const list = 'project get-versions-paginated --projectIdOrKey EX --maxResults 2';
const items = Array.from({length: total}, () => item);
const merged = `{"self":1.0,"startAt":0,"maxResults":${pageSize},"total":${total},"isLast":true,"values":[${items.join(',')}]}\n`;
const squeezed = (text: string) => text.replace(/\s/g, '');

describe('numbers come out as they came in', () => {
  it.each(['1', '6'])('through pages merged, --concurrency %s', async concurrency => {
    expect(await run(list, '--concurrency', concurrency)).toEqual({
      stdout: merged,
      stderr: '',
      exit: 0,
    });
    expect(server.requests).toHaveLength(3);
  });

  it('through the cache', async () => {
    const first = await run(list, '--cache', '1h');
    const kept = await run(list, '--cache', '1h');
    expect([first.stdout, kept.stdout]).toEqual([merged, merged]);
    expect(server.requests).toHaveLength(3);
  });

  it('through --pretty, of one answer and of pages merged', async () => {
    const {stdout} = await run(list, '--pretty');
    expect(stdout).toContain(
      '    {\n      "a": 12345678901234567890,\n      "b": 1.0,\n      "c": 1e400\n    }',
    );
    expect(squeezed(stdout)).toBe(merged.trimEnd());
    server.answer = () => ({body: item});
    expect((await run('version get --id 1', '--pretty')).stdout).toBe(
      '{\n  "a": 12345678901234567890,\n  "b": 1.0,\n  "c": 1e400\n}\n',
    );
  });

  it('through --jq, with and without --pretty, from the cache too', async () => {
    for (let time = 0; time < 2; time++) {
      expect((await run(list, '--jq', '.', '--cache', '1h')).stdout).toBe(merged);
      expect((await run(list, '--jq', '.values[]', '--cache', '1h')).stdout).toBe(
        `${items.join('\n')}\n`,
      );
      const pretty = await run(list, '--jq', '.', '--pretty', '--cache', '1h');
      expect(squeezed(pretty.stdout)).toBe(merged.trimEnd());
    }
    expect(server.requests).toHaveLength(3);
  });

  it('through the engine of jq, which writes an exponent its own way, where something new is built', async () => {
    const {stdout} = await run(list, '--jq', '[.values[0:2][] | {c, a, b}]');
    expect(stdout).toBe(
      `[${Array(2).fill('{"c":1E+400,"a":12345678901234567890,"b":1.0}').join(',')}]\n`,
    );
  });

  it('through what is sent', async () => {
    server.answer = () => ({body: '{}'});
    await run('version create', '--unchecked', '--body', item);
    expect(server.requests[0]?.body).toBe(item);
  });
});
