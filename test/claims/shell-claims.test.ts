import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {exitCodes} from '../../src/base/failure.ts';
import {type Listener, listen} from '../../src/sandbox/node-io.ts';
import {
  brokenProfiles,
  denied,
  drawLine,
  type Json,
  type Line,
  limited,
  type Pick,
  type Program,
  plannedWords,
  rawLine,
} from '../support/random-lines.ts';
import {type CliResult, runCli} from '../support/run-cli.ts';
import {seeded} from '../support/seeded.ts';
import {type OwnWorld, ownWorld, type RecordedWrite} from '../support/still-world.ts';

/**
 * How many command lines are run for each seed; more with CLAIMS_STEPS, other seeds with
 * CLAIMS_SEEDS.
 */
const steps = Number(process.env.CLAIMS_STEPS ?? 120);
const seeds = process.env.CLAIMS_SEEDS?.split(',').map(Number) ?? [1, 2, 3];

/** What a command line claimed, and what was recorded. */
interface Run {
  readonly line: Line;
  readonly result: CliResult;
  readonly recorded: readonly RecordedWrite[];
  readonly audited: readonly Json[];
}

const folder = mkdtempSync(join(tmpdir(), 'steward-claims-'));
const auditPath = join(folder, 'audit.log');
let listener: Listener | undefined;
afterEach(async () => {
  await listener?.close();
  rmSync(folder, {recursive: true, force: true});
});

function configFor(program: Program, origin: string, {user, token}: OwnWorld['account']) {
  const base_url = program === 'jr' ? origin : `${origin}/wiki/api/v2`;
  const of = (more: object) => ({
    ...{base_url, auth: {type: 'basic', username: user, token}, audit_log: auditPath},
    ...more,
  });
  const all = (groups: readonly string[]) => groups.map(group => `${group} *`);
  return {
    profiles: {
      open: of({}),
      protected: of({protected: true}),
      denied: of({denied_operations: all(denied[program])}),
      limited: of({allowed_operations: all(limited[program])}),
      mistaken: of({denied_operations: null}),
      unaudited: of({audit_log: folder, audit_required: true}),
    },
  };
}

async function runLine(line: Line, world: OwnWorld): Promise<Run> {
  const {program, argv, stdin, fault} = line;
  const origin = `http://127.0.0.1:${listener?.port}`;
  world.setFaults(...(fault === undefined ? [] : [`* *: ${fault} times=1`]));
  rmSync(auditPath, {force: true});
  const from = world.record.length;
  const result = await runCli(program, argv, {
    config: configFor(program, origin, world.account),
    ...(stdin !== undefined && {stdin}),
  });
  world.setFaults();
  const audit = existsSync(auditPath) ? readFileSync(auditPath, 'utf8').trimEnd().split('\n') : [];
  return {
    line,
    result,
    recorded: world.record.slice(from),
    audited: audit.map(text => JSON.parse(text)),
  };
}

/** Path and query as the audit log has them: below the base URL. */
const belowBase = ({program}: Line, write: RecordedWrite | undefined) =>
  program === 'cf' ? write?.target.replace('/wiki/api/v2/', '/') : write?.target;

const isDry = ({argv}: Line) => argv.includes('--dry-run');

/** Whether a profile lets a group be written to, as its configuration reads. */
function mayWrite({program, profile, argv}: Line, group: string): boolean {
  if (brokenProfiles.includes(profile)) return false;
  if (profile === 'protected') return argv.includes('--write');
  if (profile === 'denied') return !denied[program].includes(group);
  return profile !== 'limited' || limited[program].includes(group);
}

/** Compare a failure and its exit code with the recorded requests. */
function checkFailure(error: Json, exit: number, recorded: readonly RecordedWrite[]): void {
  expect(exit).toBe(exitCodes[error.error_type as keyof typeof exitCodes]);
  expect(error.error_type).not.toBe('bug');
  const {attempts, status} = error;
  // A request that was sent is never reported as refused here.
  if (recorded.length > 0) expect(attempts).toBeGreaterThan(0);
  const last = recorded.at(-1);
  if (last?.isAnswered && status !== undefined) expect(status).toBe(last.status);
  // The error must mention that the write may have been carried out.
  if (recorded.some(({isDone}) => isDone)) {
    expect(JSON.stringify([error.message, error.hint])).toMatch(
      /carried out|may have|failed for|whether|request succeeded/,
    );
  }
}

/** Compare the claims of one operation with the recorded requests. */
function checkOne({line, result, recorded, audited}: Run, planned: Json | undefined): void {
  const {stdout, stderr, exit} = result;
  const [group = ''] = line.argv;
  const error =
    exit === 0 ? undefined : (JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '') as Json);
  if (isDry(line)) {
    expect(recorded).toEqual([]);
  } else if (exit === 0) {
    expect(recorded.filter(({isDone}) => isDone)).toHaveLength(1);
    expect(recorded.at(-1)?.status).toBeLessThan(400);
  } else if (!mayWrite(line, group)) {
    expect(recorded).toEqual([]);
  }
  if (error === undefined) expect(stderr).not.toContain('error_type');
  else checkFailure(error, exit, recorded);
  if (error !== undefined && stdout !== '') expect(error.error_type).toBe('validation_error');
  for (const {method, target} of recorded) {
    const {pathname, search} = new URL(String(planned?.url));
    expect([method, target]).toEqual([planned?.method, pathname + search]);
  }
  if (line.profile === 'unaudited' || line.profile === 'absent') return;
  expect(audited).toHaveLength(1);
  const [entry = {}] = audited;
  expect(entry).toMatchObject({exit, dry_run: isDry(line), profile: line.profile, cached: false});
  if (recorded.length === 0) return;
  const last = recorded.at(-1);
  expect([entry.method, entry.path]).toEqual([last?.method, belowBase(line, last)]);
  if (last?.isAnswered) expect(entry.status).toBe(last.status);
}

/** Compare the results of a batch with the recorded requests. */
function checkBatch({line, result, recorded, audited}: Run): void {
  const {stdout, stderr, exit} = result;
  if (stdout === '') {
    expect(recorded).toEqual([]);
    expect(stderr).toContain('error_type');
    return;
  }
  const results: Json[] = line.argv.includes('--stream')
    ? stdout
        .trimEnd()
        .split('\n')
        .map(text => JSON.parse(text))
    : JSON.parse(stdout);
  const entries: Json[] = JSON.parse(line.stdin ?? '[]');
  expect(results).toHaveLength(entries.length);
  expect(exit).toBe(Math.max(...results.map(({exit_code}) => Number(exit_code))));
  if (isDry(line)) expect(recorded).toEqual([]);
  let done = 0;
  let sent = 0;
  for (const {index, exit_code, error} of results) {
    const {dry_run, command} = entries[Number(index)] ?? {};
    const isSent = !isDry(line) && dry_run !== true;
    const {attempts = 0} = (error ?? {}) as Json;
    if (exit_code === 0 && isSent) {
      done++;
      expect(mayWrite(line, String(command).split(' ')[0] ?? '')).toBe(true);
    }
    if (exit_code === 0 ? isSent : Number(attempts) > 0) sent++;
  }
  expect(recorded.filter(({isDone}) => isDone).length).toBeGreaterThanOrEqual(done);
  expect(recorded.length).toBeGreaterThanOrEqual(sent);
  if (recorded.length > 0 && line.fault === undefined) {
    const claimed = results.filter(({error}) =>
      /carried out|request succeeded/.test(JSON.stringify(error ?? '')),
    );
    expect(recorded.filter(({isDone}) => isDone)).toHaveLength(done + claimed.length);
  }
  const told = audited.filter(({dry_run, status}) => dry_run === false && status !== null);
  if (line.fault === undefined) {
    expect(told.map(({path}) => path).sort()).toEqual(
      recorded.map(one => belowBase(line, one)).sort(),
    );
  }
}

const counted = {done: 0, refused: 0, failed: 0, dry: 0, batches: 0, raw: 0};

function count({line, result, recorded}: Run): void {
  if (isDry(line)) counted.dry++;
  else if (recorded.length === 0) counted.refused++;
  else counted[result.exit === 0 ? 'done' : 'failed']++;
}

/** Add the command line and the record to a failed expectation. */
function inCase(run: Run, check: () => void): void {
  try {
    check();
  } catch (error) {
    const {line, result, recorded, audited} = run;
    const shown = JSON.stringify({line, result, recorded, audited}, undefined, 1);
    throw new Error(`${error instanceof Error ? error.message : error}\n${shown}`);
  }
}

test.each(seeds)(
  'what exit codes, errors and the audit log claim is what the sandbox recorded (seed %d)',
  async seed => {
    const random = seeded(seed);
    const pick: Pick = items =>
      items[Math.floor(random() * items.length)] as (typeof items)[number];
    let world = ownWorld();
    listener = await listen({
      ...{port: 0, host: '127.0.0.1', maxBodyBytes: 1_000_000},
      answer: request => world.answer(request),
    });
    for (let step = 0; step < steps; step++) {
      if (step % 20 === 19) world = ownWorld();
      const line = drawLine(pick);
      if (line.argv[0] === 'batch') {
        const run = await runLine(line, world);
        inCase(run, () => checkBatch(run));
        counted.batches++;
        continue;
      }
      const {fault: _, ...plain} = line;
      const withoutOutput = {...plain, profile: 'open', argv: plannedWords(line.argv)};
      const plan = await runLine(withoutOutput, world);
      inCase(plan, () => expect(plan.recorded).toEqual([]));
      const planned = plan.result.exit === 0 ? (JSON.parse(plan.result.stdout) as Json) : undefined;
      const asRaw = planned !== undefined && pick([0, 1, 2, 3, 4, 5]) === 0;
      const run = await runLine(asRaw ? rawLine(line, planned) : line, world);
      const [group = ''] = line.argv;
      inCase(run, () => checkOne(run, planned));
      // A policy about a group holds for raw with the same address.
      if (asRaw && !mayWrite(line, group)) inCase(run, () => expect(run.recorded).toEqual([]));
      if (asRaw) counted.raw++;
      count(run);
    }
    if (seed !== seeds.at(-1)) return;
    for (const number of Object.values(counted)) expect(number).toBeGreaterThan(0);
    if (process.env.CLAIMS_STEPS !== undefined)
      process.stdout.write(`${JSON.stringify(counted)}\n`);
  },
  Math.max(120_000, steps * 1000),
);
