import {describe, expect, it} from 'vitest';
import {serverForEach} from '../support/recording-server.ts';
import {failureOf, runCli} from '../support/run-cli.ts';

const server = serverForEach(() => ({body: '{"errors": [], "name": "2.4.0"}'}));
const run = (line: readonly string[], stdin?: string) =>
  runCli('jr', line, {
    env: {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 't'},
    ...(stdin !== undefined && {stdin}),
  });
const get = ['version', 'get', '--id', '1'];

describe('--exit-on', () => {
  it.each([
    ['.errors | length > 0', 0],
    ['.missing', 0],
    ['empty', 0],
    ['.name == "2.4.0"', 8],
    ['false, .name', 8],
  ])('%s exits with %i, and the response is printed', async (filter, exit) => {
    for (const line of [get, ['raw', 'GET', '/rest/api/3/version/1']]) {
      const result = await run([...line, '--exit-on', filter, '--jq', '.name']);
      expect(result).toEqual({stdout: '"2.4.0"\n', stderr: '', exit});
    }
  });

  it('asks a write, a list in another format, and the results of a batch', async () => {
    expect((await run(['version', 'delete', '--id', '1', '--exit-on', '.name'])).exit).toBe(8);
    const list = [...get, '--output', 'csv', '--exit-on', 'true'];
    expect((await run(list)).exit).toBe(8);
    const rows = JSON.stringify([{command: 'version get', args: {id: 1}}]);
    expect((await run(['batch', '--exit-on', 'any(.[]; .data.name == "2.4.0")'], rows)).exit).toBe(
      8,
    );
    expect((await run(['batch', '--exit-on', 'length > 1'], rows)).exit).toBe(0);
  });

  it('that does not compile sends nothing; a failure keeps its own code', async () => {
    expect((await run([...get, '--exit-on', '.['])).exit).toBe(4);
    expect(server.requests).toEqual([]);
    server.answer = () => ({status: 404, body: '{}'});
    expect((await run([...get, '--exit-on', 'true'])).exit).toBe(3);
  });

  it.each(['--exit-on=true', '--exit-status'])(
    '%s is refused where nothing is asked',
    async flag => {
      const result = await run(['journal', flag]);
      const message = expect.stringContaining(`${flag.split('=')[0]} works with operations`);
      expect([result.exit, failureOf(result).message]).toEqual([4, message]);
    },
  );
});

describe('--exit-status', () => {
  it.each([
    ['.errors == []', 0],
    ['.name', 0],
    ['0', 0],
    ['null, true', 0],
    ['.errors | length > 0', 8],
    ['.missing', 8],
    ['true, false', 8],
    ['empty', 8],
  ])('%s exits with %i, as the last output tells', async (filter, exit) => {
    const plain = await run([...get, '--jq', filter]);
    for (const line of [get, ['raw', 'GET', '/rest/api/3/version/1']]) {
      const asked = await run([...line, '-e', '--jq', filter]);
      expect(asked).toEqual({...plain, exit});
    }
  });

  it('asks the response without a filter, each format, and the results of a batch', async () => {
    expect((await run([...get, '-e'])).exit).toBe(0);
    expect((await run([...get, '-e', '-o', 'csv', '--jq', '.missing'])).exit).toBe(8);
    expect((await run(['raw', 'GET', '/rest/api/3/version/1', '-e', '-o', 'yaml'])).exit).toBe(0);
    const rows = JSON.stringify([{command: 'version get', args: {id: 1}}]);
    const isNamed = ['--jq', 'any(.[]; .data.name == "2.4.0")'];
    expect((await run(['batch', '-e', ...isNamed], rows)).exit).toBe(0);
    expect((await run(['batch', '-e', '--jq', 'length > 1'], rows)).exit).toBe(8);
    server.answer = () => ({body: 'null'});
    expect(await run([...get, '-e'])).toEqual({stdout: 'null\n', stderr: '', exit: 8});
  });

  it('leaves the exit code of a failure', async () => {
    server.answer = () => ({status: 404, body: '{}'});
    expect((await run([...get, '-e', '--jq', '.missing'])).exit).toBe(3);
  });
});
