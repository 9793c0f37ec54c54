import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {canUndo} from '../../src/api/journal/can-undo.ts';
import {refetchOf} from '../../src/api/journal/refetch.ts';
import {type Operation, programOf} from '../../src/api/operation.ts';
import {readRef} from '../../src/api/read-ref.ts';
import type {ResolvedCall} from '../../src/api/request-plan.ts';
import {findJson} from '../../src/base/json-value.ts';
import {type Listener, listen} from '../../src/sandbox/node-io.ts';
import {operations} from '../support/operations.ts';
import type {Json, Pick} from '../support/random-lines.ts';
import {exampleFlags, type Flags, withRandomObjects} from '../support/random-objects.ts';
import {runCli} from '../support/run-cli.ts';
import {seeded} from '../support/seeded.ts';
import {type OwnWorld, ownWorld} from '../support/still-world.ts';
import {callOf} from '../support/write-steps.ts';

const seeds = process.env.CLAIMS_SEEDS?.split(',').map(Number) ?? [1];

/** Writes that need another one first, with the same object. */
const after: Readonly<Record<string, string>> = {
  'project delete-avatar': 'project create-avatar',
  'project remove-default-project-classification': 'project update-default-project-classification',
  'project restore': 'project archive',
  'role delete-project-actors-from': 'role add-project-actors-to',
  'statuses delete-by-id': 'statuses create',
  'admin-key disable-admin-key': 'admin-key enable-admin-key',
};
/** Undos that the service refuses for some objects, with its reason. */
const refusedByService: Readonly<Record<string, RegExp>> = {
  'blogposts delete-blog-post-permissions': /own edit access/,
  'whiteboards delete-permissions': /own edit access/,
  'whiteboards set-permissions': /own edit access/,
  'whiteboards set-restriction-state': /own edit access/,
  'labels add': /archived content/,
  'project update': /must be an active user/,
  'project update-default-project-classification': /published classification level/,
};
/** Writes whose example the sandbox refuses. */
const neverWritten = ['blogposts post-redact-blog', 'task cancel'];

let world: OwnWorld;
let listener: Listener;
beforeAll(async () => {
  listener = await listen({
    ...{port: 0, host: '127.0.0.1', maxBodyBytes: 1_000_000},
    answer: request => world.answer(request),
  });
});
afterAll(() => listener.close());

/** A point. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function lineOf({group, name}: Operation, flags: Flags): readonly string[] {
  const words = Object.entries(flags).flatMap(([flag, values]) =>
    values.length === 0 ? [`--${flag}`] : values.map(value => `--${flag}=${value}`),
  );
  return [group, name, ...words];
}

function callWith({service, group, name}: Operation, {body, ...flags}: Flags): ResolvedCall {
  const inputs = Object.entries(flags).map(([flag, values]) => [
    flag,
    values.length === 0 ? ['true'] : values,
  ]);
  return callOf(`${service} ${group} ${name}`, Object.fromEntries(inputs), body?.[0]);
}

/** The object of a write as the service has it; a reason if it has none. */
async function held(call: ResolvedCall): Promise<string> {
  // A grant that is created again has a new id.
  const ref = call.given.inputs.permissionId
    ? refetchOf(callOf('tracker permissionscheme update-permission-scheme', call.given.inputs))
    : refetchOf(call);
  if (ref === undefined) return '';
  const send = async (one: ResolvedCall) => (await world.send(one)).text;
  const reader = {send, now: () => 0, explain: String};
  return readRef(ref, {}, reader).catch((error: unknown) => String(error));
}

/** Members that the service sets anew. */
const setAnew = new Set(['id', 'self', 'version', 'createdAt', 'permissions']);

interface Compared {
  /** Whether the order of a list counts. */
  readonly isOrdered: boolean;
  /** Members that the undo says it left. */
  readonly unchanged: readonly string[];
}

/** An object without what the service sets anew and what an undo leaves. */
function plain(value: unknown, how: Compared): unknown {
  if (Array.isArray(value)) {
    const items = value.map(item => plain(item, how));
    return how.isOrdered ? items : items.map(item => JSON.stringify(item)).sort();
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(
    ([name]) => !how.unchanged.includes(name) && (how.isOrdered || !setAnew.has(name)),
  );
  return Object.fromEntries(members.map(([name, one]) => [name, plain(one, how)]));
}

test.each(
  operations
    .filter(({effect}) => effect !== 'read')
    .flatMap(operation =>
      seeds.map(seed => [operation.group, operation.name, seed, operation] as const),
    ),
)(
  'the undo of %s %s does what is claimed of it (seed %d)',
  async (group, name, seed, operation) => {
    const title = `${group} ${name}`;
    const program = programOf(operation.service);
    const state = mkdtempSync(join(tmpdir(), 'steward-undo-'));
    const random = seeded(seed);
    const pick: Pick = items =>
      items[Math.floor(random() * items.length)] as (typeof items)[number];
    const run = (line: readonly string[]) => {
      const origin = `http://127.0.0.1:${listener.port}`;
      const {user: username, token} = world.account;
      const base_url = program === 'jr' ? origin : `${origin}/wiki/api/v2`;
      return runCli(program, line, {
        env: {XDG_STATE_HOME: state},
        config: {profiles: {default: {base_url, auth: {type: 'basic', username, token}}}},
        files: {'avatar.png': picture},
      });
    };
    /** Writes in a world of its own; the exit code. */
    const write = async (flags: Flags) => {
      world = ownWorld();
      const first = operations.find(one => `${one.group} ${one.name}` === after[title]);
      if (first !== undefined) {
        const own = Object.entries(exampleFlags(first)).map(([flag, values]) => [
          flag,
          first.group === 'project' && flag === 'projectIdOrKey' ? (flags[flag] ?? values) : values,
        ]);
        await run([...lineOf(first, Object.fromEntries(own)), '--no-journal']);
      }
      const before = await held(callWith(operation, flags));
      return {before, ...(await run([...lineOf(operation, flags), '--undoable']))};
    };
    try {
      world = ownWorld();
      let flags = await withRandomObjects(world, operation, exampleFlags(operation), pick);
      let written = await write(flags);
      if (written.exit !== 0) {
        flags = exampleFlags(operation);
        written = await write(flags);
      }
      const call = callWith(operation, flags);
      const line = lineOf(operation, flags).join(' ');
      expect([line, written.exit === 0, written.stderr]).toEqual([
        line,
        !neverWritten.includes(title),
        written.exit === 0 ? '' : expect.any(String),
      ]);
      if (written.exit !== 0) return;

      const changed = await held(call);
      const planned: readonly Json[] = JSON.parse((await run(['undo', '--dry-run'])).stdout);
      const from = world.record.length;
      const undone = await run(['undo']);
      const [result]: readonly Json[] = JSON.parse(undone.stdout);
      const sent = world.record.slice(from);
      const requests = planned[0]?.requests as readonly {
        readonly method: string;
        readonly url: string;
      }[];
      const told = [line, result?.result, result?.reason];
      if (!canUndo(call)) {
        expect([told, operation.undo, sent]).toEqual([told, undefined, []]);
        expect(result).toMatchObject({result: 'refused'});
        return;
      }
      if (result?.result === 'failed') {
        expect([told, String(result.reason)]).toEqual([
          told,
          expect.stringMatching(refusedByService[title] ?? 'an undo that the service accepts'),
        ]);
        return;
      }
      if (sent.length === 0) {
        // Nothing had been changed.
        expect([told, changed]).toEqual([told, written.before]);
        expect(String(result?.reason)).toContain('had no effect');
        return;
      }
      const {unchanged = []} = result as {readonly unchanged?: readonly string[]};
      const isPartly = unchanged.length > 0;
      expect(told).toEqual(
        isPartly
          ? [line, 'partly', expect.stringContaining(unchanged.join(', '))]
          : [line, 'undone', undefined],
      );
      expect([undone.exit, undone.stderr]).toEqual([isPartly ? 4 : 0, '']);
      expect(sent.map(({method, target, isDone}) => [method, target, isDone])).toEqual(
        requests.map(({method, url}) => [
          method,
          new URL(url).pathname + new URL(url).search,
          true,
        ]),
      );
      const isOrdered = name === 'move';
      const [now, before] = [await held(call), written.before].map(text =>
        plain(findJson(text) ?? text, {isOrdered, unchanged}),
      );
      expect([line, now]).toEqual([line, before]);
    } finally {
      rmSync(state, {recursive: true, force: true});
    }
  },
);
