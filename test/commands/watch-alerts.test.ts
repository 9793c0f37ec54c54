import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {isProcessGone} from '../../src/host/error-code.ts';
import {notificationSequence} from '../../src/host/terminal.ts';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import {startDeliveryServer} from '../support/delivery-server.ts';
import {failureOf, type RunCliOptions, runCli} from '../support/run-cli.ts';
import {until} from '../support/until.ts';

let sandbox: Sandbox;
let folder: string;
/** Writes what it reads behind what is in the file it is given. */
let script: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steward-alerts-'));
  script = join(folder, 'note.mjs');
  writeFileSync(
    script,
    "import {appendFileSync,readFileSync} from 'node:fs';appendFileSync(process.argv[2],readFileSync(0)+process.argv[3]+'\\n')",
  );
  sandbox = await startSandbox({traffic: 'off'});
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, {recursive: true, force: true});
});

const list = ['watch', 'webhook', 'get-failed'];

function jr(argv: readonly string[], options: RunCliOptions = {}, token?: string) {
  const keeper = sandbox.users.find(({name}) => name === 'keeper');
  const env = {
    JR_BASE_URL: sandbox.trackerBaseUrl,
    JR_AUTH_TYPE: 'basic',
    JR_AUTH_USER: keeper?.user ?? '',
    JR_AUTH_TOKEN: token ?? keeper?.token ?? '',
  };
  return runCli('jr', argv, {...options, env});
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));

describe('--exec', () => {
  it('runs a program without a shell for each failure, the record on its standard input', async () => {
    const file = join(folder, 'each.txt');
    const exec = `${process.execPath} ${script} ${file} '$HOME;x'`;
    const flags = ['--since', '71h59m', '--max-events', '3', '--exec', exec];
    const result = await jr([...list, ...flags]);
    expect([result.exit, result.stderr]).toEqual([0, '']);
    const records = linesOf(result.stdout).map(({item}) => item);
    const noted = readFileSync(file, 'utf8').split('$HOME;x\n').filter(Boolean);
    expect(noted.map(text => JSON.parse(text).id).toSorted()).toEqual(
      records.map(({id}) => id).toSorted(),
    );
  });

  it('that fails runs again, and its failure is kept before the position passes it', async () => {
    const [place, file] = [join(folder, 'letters.place'), join(folder, 'tries.txt')];
    const before = linesOf((await jr([...list, '--since', '71h59m', '--max-events', '3'])).stdout);
    const [first, second] = before.map(({item}) => item.id);
    // The first never works, the second at its third attempt.
    const script = `read -r line; echo x >> ${file}; case $line in *${first}*) exit 3;; *${second}*) echo y >> ${file}.second; test $(wc -l < ${file}.second) -ge 3;; esac`;
    const sleeps: number[] = [];
    const flags = ['--since', '71h59m', '--max-events', '3', '--resume', place];
    const result = await jr([...list, ...flags, '--exec', `sh -c '${script}'`], {
      onSleep: ms => sleeps.push(ms),
    });
    expect(result.exit).toBe(0);
    expect(sleeps.filter(ms => ms === 1000 || ms === 5000).toSorted()).toEqual([
      1000, 1000, 5000, 5000,
    ]);
    expect(linesOf(result.stderr)).toEqual([{warning: '--exec: sh exited with code 3'}]);
    const letters = linesOf(readFileSync(`${place}.dead-letters`, 'utf8'));
    expect(letters).toEqual([{...before[0], error: 'sh exited with code 3'}]);
    const again = await jr([...list, '--resume', place, '--max-events', '1']);
    expect(linesOf(again.stdout)[0].item.id).not.toBe(first);
  });

  it('that fails is a warning, and the watch goes on', async () => {
    const flags = ['--since', '71h59m', '--max-events', '2', '--exec', 'false'];
    const result = await jr([...list, ...flags]);
    expect([result.exit, linesOf(result.stdout)]).toEqual([
      0,
      [{}, {}].map(() => expect.anything()),
    ]);
    expect(linesOf(result.stderr)).toEqual(
      [1, 2].map(() => ({warning: '--exec: false exited with code 1'})),
    );
  });

  it('that cannot be started ends the watch, with the place before its event', async () => {
    const place = join(folder, 'absent.place');
    const flags = ['--since', '71h59m', '--resume', place, '--exec', '/no/such/program'];
    const failure = failureOf(await jr([...list, ...flags]));
    expect(failure.error_type).toBe('config_error');
    expect(failure.message).toContain('/no/such/program was not found');
    const [first, again] = await Promise.all(
      [
        ['--since', '71h59m'],
        ['--resume', place, '--since', '71h59m'],
      ].map(from => jr([...list, ...from, '--max-events', '1'])),
    );
    expect(again?.stdout).toBe(first?.stdout);
  });

  it('that is slow holds the watch up, and gets every failure in a burst', async () => {
    const server = await startDeliveryServer(Date.now());
    const file = join(folder, 'slow.txt');
    for (let i = 0; i < 250; i++) server.fail('ci.example', 'jira:issue_created', {agoMs: 1000});
    const exec = `sh -c 'cat >> ${file}'`;
    const flags = ['--since', '1h', '--max-events', '250', '--exec', exec];
    const env = {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 'x'};
    const result = await runCli('jr', [...list, ...flags], {env});
    await server.stop();
    expect([result.exit, result.stderr]).toEqual([0, '']);
    const ids = linesOf(readFileSync(file, 'utf8')).map(({id}) => id);
    expect(ids.toSorted()).toEqual(server.listed.map(({id}) => id).toSorted());
  });

  it('that hangs and ignores SIGTERM is killed when the watch is to end, and its event comes again', async () => {
    const [place, file] = [join(folder, 'hang.place'), join(folder, 'hang.txt')];
    const before = linesOf((await jr([...list, '--since', '71h59m', '--max-events', '4'])).stdout);
    const third = before[2].item.id;
    // The first two and the fourth are taken at once.
    const exec = `sh -c 'read -r line; case $line in *${third}*) trap "" TERM; echo $$ > ${file}; sleep 600; sleep 600;; esac'`;
    let asked = false;
    const running = jr([...list, '--since', '71h59m', '--resume', place, '--exec', exec], {
      onHost(host) {
        void until(() => existsSync(file)).then(() => {
          asked = true;
          host.signal('SIGTERM');
        });
      },
    });
    expect([(await running).exit, asked]).toEqual([0, true]);
    await until(() => isProcessGone(Number(readFileSync(file, 'utf8'))));
    const again = await jr([...list, '--resume', place, '--max-events', '1']);
    expect(linesOf(again.stdout)[0].item.id).toBe(third);
  });
});

describe('--alert', () => {
  it('reports a burst in the stream, rings on a terminal and runs the program for it alone', async () => {
    const file = join(folder, 'alert.txt');
    const exec = `${process.execPath} ${script} ${file} end`;
    const flags = ['--color', 'never', '--since', '71h59m', '--alert', '3/72h', '--exec', exec];
    const place = join(folder, 'first.place');
    await jr([...list, '--since', '71h59m', '--max-events', '1', '--resume', place]);
    expect(existsSync(place)).toBe(true);
    let sleeps = 0;
    const result = await jr([...list, ...flags], {
      terminal: true,
      onHost(host) {
        const onSleep = host.clock.sleep;
        host.clock.sleep = async (...args) => {
          if (++sleeps > 1) host.signal('SIGINT');
          return onSleep(...args);
        };
      },
    });
    expect(result.exit).toBe(0);
    const alerts = linesOf(result.stdout).filter(({type}) => type === 'alert');
    expect(alerts).toEqual([
      {
        type: 'alert',
        rule: '3/72h',
        text: expect.stringMatching(/^\d+ deliveries failed within 72h\.$/),
        count: expect.any(Number),
        at: expect.any(Number),
        record: expect.objectContaining({failureTime: expect.any(Number)}),
      },
    ]);
    expect(result.stderr).toContain(`\u0007\u001b]9;${alerts[0].text}\u0007`);
    const [noted = ''] = readFileSync(file, 'utf8').split('end\n');
    expect(JSON.parse(noted)).toEqual(alerts[0]);
  });

  it('is known after a restart: what began while the watch was down fires, nothing fires again', async () => {
    const server = await startDeliveryServer(Date.now());
    const place = join(folder, 'known.place');
    const env = {JR_BASE_URL: server.origin, JR_AUTH_TYPE: 'bearer', JR_AUTH_TOKEN: 'x'};
    const run = async (): Promise<readonly string[]> => {
      let sleeps = 0;
      const {stdout, stderr, exit} = await runCli(
        'jr',
        [...list, '--resume', place, '--alert', 'new,1/10m'],
        {
          env,
          onHost(host) {
            host.clock.now = () => server.nowMs();
            host.clock.sleep = async ms => {
              server.advance(ms);
              if (++sleeps === 3) host.signal('SIGTERM');
            };
          },
        },
      );
      expect([exit, stderr]).toEqual([0, '']);
      return linesOf(stdout).flatMap(({type, text}) =>
        type === 'failure' ? [] : `${type}: ${text}`,
      );
    };
    server.fail('a.example', 'jira:issue_created', {agoMs: 1000});
    expect(await run()).toEqual(['alert: a.example has started to fail.']);
    server.fail('a.example', 'jira:issue_created', {agoMs: 1000});
    server.fail('b.example', 'jira:issue_created', {agoMs: 900});
    expect((await run()).toSorted()).toEqual([
      'alert: 3 deliveries failed within 10m.',
      'alert: b.example has started to fail.',
    ]);
    server.fail('a.example', 'jira:issue_created', {agoMs: 1000});
    expect(await run()).toEqual([]);
    server.advance(7_200_000);
    expect((await run()).toSorted()).toEqual([
      'resolved: 0 deliveries failed within 10m, at most half of the limit.',
      'resolved: a.example no longer fails.',
      'resolved: b.example no longer fails.',
    ]);
    await server.stop();
  });

  it('tells that the watch is dead before it ends with the refusal', async () => {
    const result = await jr([...list, '--alert', 'dead'], {}, 'wrong');
    expect(result.exit).toBe(2);
    const [alert] = linesOf(result.stdout);
    expect(alert).toMatchObject({type: 'alert', rule: 'dead'});
  });

  it('refuses what is no rule and no program, before anything is sent', async () => {
    const failure = failureOf(await jr([...list, '--alert', 'new,often', '--exec', "'x"]));
    expect(failure.errors).toEqual({
      alert: expect.stringContaining('not "often"'),
      exec: "--exec: close the quote: '",
    });
  });

  it('asks terminals that know only OSC 777 in their way', () => {
    expect(notificationSequence('a;b\u001b', {VTE_VERSION: '7600'})).toBe(
      '\u0007\u001b]777;notify;steward;a,b \u0007',
    );
    expect(notificationSequence('a;b', {TERM: 'xterm'})).toBe('\u0007\u001b]9;a;b\u0007');
  });
});
