import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, it} from 'vitest';
import {type BuiltCommands, layBuiltCommands, node, onlyOnNode} from '../support/built.ts';
import {ok, type ServedSite, serveSite} from '../support/served-site.ts';
import {root} from '../support/sources.ts';
import {until} from '../support/until.ts';

let built: BuiltCommands;
let site: ServedSite;
beforeEach(async () => {
  built = layBuiltCommands();
  site = await serveSite(1, join(built.folder, 'state'));
});
afterEach(async () => {
  await site.stop();
  built.remove();
});

interface Version {
  readonly id: string;
}
interface Entry {
  readonly result: string;
  readonly ids?: readonly string[];
  readonly request: {readonly url: string};
}

const fileIn = (name: string): string => join(built.folder, name);

const jr = join(root, 'dist/bin/jr.js');

/** Update three versions; the program, its arguments and its files of each way to do it. */
const ways: Readonly<Record<string, (versions: readonly Version[]) => Promise<string[]>>> = {
  batch: async versions => {
    const args = versions.map(({id}) => ({id, description: 'killed'}));
    const commands = args.map(one => ({command: 'version update', args: one}));
    writeFileSync(fileIn('commands.json'), JSON.stringify(commands));
    return [jr, 'batch', '--input', fileIn('commands.json')];
  },
  raw: async versions => {
    const args = {body: {description: 'killed'}};
    const lines = versions.map(({id}) => ({command: `raw PUT /rest/api/3/version/${id}`, args}));
    writeFileSync(fileIn('commands.json'), JSON.stringify(lines));
    return [jr, 'batch', '--input', fileIn('commands.json')];
  },
  library: async versions => {
    const library = JSON.stringify(join(root, 'dist/library.cjs'));
    const ids = JSON.stringify(versions.map(({id}) => id));
    writeFileSync(
      fileIn('update.mjs'),
      `import steward from ${library};
      const client = await steward.createClient('tracker', {journal: 'undoable'});
      for (const id of ${ids}) await client.call('version update', {id, description: 'killed'});`,
    );
    return [fileIn('update.mjs')];
  },
  bulk: async versions => {
    const rows = versions.map(({id}) => `${id},killed\n`).join('');
    writeFileSync(fileIn('rows.csv'), `id,description\n${rows}`);
    return [jr, 'bulk', 'version', 'update', '--from', fileIn('rows.csv')];
  },
  each: async () => [
    jr,
    'each',
    'project get-versions --projectIdOrKey HPAY',
    ...['--run', 'version update --id {id} --description killed'],
  ],
  'site apply': async () => {
    const folder = fileIn('site');
    await ok(site.run('export', folder, '--only', 'versions', '--project', 'HPAY'));
    const file = join(folder, 'projects/HPAY/versions.yaml');
    const text = readFileSync(file, 'utf8').replace(/^.*description:.*\n/gm, '');
    writeFileSync(file, text.replace(/^- name: .*$/gm, '$&\n  description: killed'));
    return [jr, 'site', 'apply', folder, '--yes'];
  },
  undo: async versions => {
    for (const {id} of versions) {
      await ok(site.jr('version', 'update', '--id', id, '--description', 'x', '--undoable'));
    }
    return [jr, 'undo', '--since', '1h'];
  },
};

it.for(Object.keys(ways))(
  'a write whose run is killed before its response is unclear: %s',
  async (way, context) => {
    if (way === 'library') onlyOnNode(context, 'a library is loaded by Node');
    const all = JSON.parse(
      (await site.jr('project', 'get-versions', '--projectIdOrKey', 'HPAY')).stdout,
    ) as readonly Version[];
    const line = (await ways[way]?.(all.slice(0, 3))) ?? [];
    const journal = async () => JSON.parse((await site.jr('journal')).stdout) as readonly Entry[];
    const old = new Set((await journal()).map(one => JSON.stringify(one)));
    site.reset();
    // site apply sends four at a time: the fifth is sent after a response.
    const last = way === 'site apply' ? 5 : 2;
    let silent: string | undefined;
    site.faultOf = ({request, write}) => {
      if (write !== last) return undefined;
      silent = site.requests[request - 1];
      return 'silent';
    };
    const child = spawn(node, line, {
      cwd: built.folder,
      env: {...built.env(), ...site.env()},
      stdio: 'ignore',
    });
    const closed = once(child, 'close');
    await until(() => site.effective.some(one => one.startsWith(`${silent} `)));
    child.kill('SIGKILL');
    await closed;
    const {effective} = site;
    site.reset();
    const entries = (await journal()).filter(one => !old.has(JSON.stringify(one)));
    const resultOf = (write: string) => {
      const [, id = ''] = /version\/(\d+)/.exec(write) ?? [];
      const isOf = ({ids, request}: Entry) => ids?.includes(id) ?? request.url.endsWith(`/${id}`);
      return entries.filter(isOf).map(({result}) => result);
    };
    expect(resultOf(silent ?? '')).toEqual(['unclear']);
    // What was carried out is never missing.
    for (const write of effective) expect(resultOf(write)[0]).toMatch(/^(?:done|unclear)$/);
    expect(entries.map(({result}) => result)).toContain('done');
  },
);
