import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, beforeEach, expect, it} from 'vitest';
import {allOperations} from '../../src/api/catalogue.ts';
import {undoRestoresValues} from '../../src/api/undo.ts';
import {type LocalSandbox, startSandbox} from '../../src/sandbox/start.ts';
import {runCli} from '../support/run-cli.ts';

let sandbox: LocalSandbox;
let state: string;
beforeAll(async () => {
  sandbox = await startSandbox({traffic: 'off'});
  state = mkdtempSync(join(tmpdir(), 'steward-undo-'));
});
beforeEach(() => rmSync(join(state, 'steward'), {recursive: true, force: true}));
afterAll(async () => {
  rmSync(state, {recursive: true, force: true});
  await sandbox.stop();
});

function run(program: 'jr' | 'cf', line: string, isJournaled = true) {
  const [prefix, url] =
    program === 'jr' ? ['JR', sandbox.trackerBaseUrl] : ['CF', sandbox.contentBaseUrl];
  const env = {
    [`${prefix}_BASE_URL`]: url,
    [`${prefix}_AUTH_USER`]: sandbox.authUser,
    [`${prefix}_AUTH_TOKEN`]: sandbox.authToken,
    XDG_STATE_HOME: state,
  };
  const words = line.split(' ');
  return runCli(program, isJournaled ? [...words, '--undoable'] : [...words, '--no-journal'], {
    env,
  });
}

async function idsOf(line: string): Promise<readonly string[]> {
  const {stdout} = await run('jr', line, false);
  const json = JSON.parse(stdout);
  const items: readonly {readonly id: string}[] = Array.isArray(json) ? json : json.values;
  return items.map(({id}) => id);
}

/** A write, another write that changes the same values, and how the values are read. */
interface Case {
  readonly first: string;
  readonly write: string;
  readonly other: string;
  readonly read: string;
}

type Cases = Readonly<Record<string, () => Promise<Case>>>;

/** @param list that has the values */
const ordered = (group: string) => async (): Promise<Case> => {
  const [a, b, c] = await idsOf(`${group} search`);
  const move = (id = '', how = '') => `${group} move --ids ${id} ${how}`;
  return {
    first: move(b, `--after ${a}`),
    write: move(c, '--position First'),
    other: move(b, '--position First'),
    read: `${group} search --jq .values`,
  };
};

const chosen = (group: string) => async (): Promise<Case> => {
  const [a, b, c] = await idsOf(`${group} search`);
  const choose = (id = '') => `${group} set-default --id ${id}`;
  return {
    first: choose(a),
    write: choose(b),
    other: choose(c),
    read: `${group} search --onlyDefault=true --jq .values`,
  };
};

const tracker: Cases = {
  'priority move': ordered('priority'),
  'resolution move': ordered('resolution'),
  'priority set-default': chosen('priority'),
  'resolution set-default': chosen('resolution'),
  async 'version move'() {
    const [a, b, c] = await idsOf('project get-versions --projectIdOrKey HPAY');
    return {
      first: `version move --id ${b} --position First`,
      write: `version move --id ${c} --position First`,
      other: `version move --id ${a} --position First`,
      read: 'project get-versions --projectIdOrKey HPAY',
    };
  },
  async 'project update-default-project-classification'() {
    const project = '--projectIdOrKey HPAY';
    const set = (number: number) =>
      `project update-default-project-classification ${project} --id 4f2d8c1e-0000-4000-8000-00000000000${number}`;
    return {
      first: set(1),
      write: set(2),
      other: set(3),
      read: `project get-default-project-classification ${project}`,
    };
  },
  async 'project toggle-feature-for'() {
    const feature = '--projectIdOrKey HPAY --featureKey tracker.sprints';
    const toggle = (to: string) => `project toggle-feature-for ${feature} --state ${to}`;
    return {
      first: toggle('DISABLED'),
      write: toggle('ENABLED'),
      other: toggle('DISABLED'),
      read: 'project get-features-for --projectIdOrKey HPAY',
    };
  },
  async 'project set-property'() {
    const property = '--projectIdOrKey HPAY --propertyKey note';
    const set = (to: string) => `project set-property ${property} --body "${to}"`;
    return {
      first: set('a'),
      write: set('b'),
      other: set('c'),
      read: `project get-property ${property}`,
    };
  },
};

const permissionCase = (group: string, id: string, infix: string) => async (): Promise<Case> => {
  const user = (await run('jr', 'users get-all --jq .[3].accountId --raw-output', false)).stdout;
  const who = {principalType: 'user', principalId: user.trim()};
  const add = (operation: string) =>
    `${group} add-${infix}permissions --id ${id} --body ${JSON.stringify({permissions: [{...who, operation}]})}`;
  return {
    first: add('read'),
    write: add('update'),
    other: add('read'),
    read: `${group} get-${infix}permissions --id ${id} --principal-type user --principal-id ${who.principalId}`,
  };
};

const whiteboard = '1049088';

const content: Cases = {
  'blogposts add-blog-post-permissions': permissionCase('blogposts', '1051136', 'blog-post-'),
  'whiteboards add-permissions': permissionCase('whiteboards', whiteboard, ''),
  async 'whiteboards set-restriction-state'() {
    const set = (read: string, update: string) =>
      `whiteboards set-restriction-state --allow-self-lockout --id ${whiteboard} --body ${JSON.stringify({read, update})}`;
    return {
      first: set('open', 'open'),
      write: set('open', 'restricted'),
      other: set('restricted', 'restricted'),
      read: `whiteboards get-restriction-state --id ${whiteboard}`,
    };
  },
};

it.each([
  ...Object.entries(tracker).map(([name, make]) => ['jr', name, make] as const),
  ...Object.entries(content).map(([name, make]) => ['cf', name, make] as const),
])(
  '%s undo of %s restores the previous values, unless others changed them since',
  async (program, _, make) => {
    const {first, write, other, read} = await make();
    await run(program, first, false);
    const look = async () => (await run(program, read, false)).stdout;
    const before = await look();
    const send = async () => {
      const sent = await run(program, write);
      expect([sent.exit, sent.stderr], sent.stdout).toEqual([0, '']);
    };
    await send();
    const written = await look();
    expect(written).not.toBe(before);
    const undone = await run(program, 'undo');
    expect([undone.exit, await look()], undone.stdout).toEqual([0, before]);

    await send();
    await run(program, other, false);
    const changed = await look();
    expect(changed).not.toBe(written);
    const refused = await run(program, 'undo');
    expect([refused.exit, await look()]).toEqual([6, changed]);
    expect(JSON.parse(refused.stdout)).toEqual([
      expect.objectContaining({
        result: 'refused',
        reason: expect.stringContaining('changed since'),
      }),
    ]);
  },
);

it.each(['blogposts add-blog-post-permissions', 'whiteboards add-permissions'])(
  'a permission of %s that was removed gets back what it allowed',
  async name => {
    const {first, read} = (await content[name]?.()) ?? {first: '', read: ''};
    await run('cf', first, false);
    const before = (await run('cf', read, false)).stdout;
    const removal = await run('cf', read.replace(' get-', ' delete-'));
    expect(removal.exit).toBe(0);
    expect((await run('cf', read, false)).stdout).not.toBe(before);
    const undone = await run('cf', 'undo');
    expect([undone.exit, (await run('cf', read, false)).stdout]).toEqual([0, before]);
  },
);

it('every write whose undo restores values is in these tables', () => {
  const restoring = allOperations().filter(operation => undoRestoresValues({operation}));
  const names = restoring.map(({group, name}) => `${group} ${name}`);
  expect(names.sort()).toEqual([...Object.keys(tracker), ...Object.keys(content)].sort());
});
