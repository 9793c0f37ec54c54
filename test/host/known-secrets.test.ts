import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {Failure} from '../../src/base/failure.ts';
import {makeReporter} from '../../src/commands/reporter.ts';
import {openAuditLog} from '../../src/host/audit.ts';
import {logCrash} from '../../src/host/crash.ts';
import {resolveSettings} from '../../src/host/settings.ts';
import {fileUiState} from '../../src/host/ui-state.ts';
import {fakeHost} from '../support/fake-host.ts';
import {startRotatingIssuer} from '../support/rotating-issuer.ts';
import {runCli} from '../support/run-cli.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'steward-secrets-'));
});
afterEach(() => rmSync(home, {recursive: true, force: true}));

/** A secret that is escaped in JSON and in URLs. */
const odd = (name: string) => `s3cret/${name} "of" mine`;

/** Kinds of secrets of a profile: the auth that holds one, and the secret. */
const kinds: Readonly<Record<string, (secret: unknown) => object>> = {
  'API token': token => ({type: 'basic', username: 'ann', token}),
  'bearer token': token => ({type: 'bearer', token}),
  'shared secret': shared_secret => ({type: 'app', app_key: 'a.b', shared_secret}),
};

/**
 * Put a text into everything that this process shows or keeps of an error; what comes out, as one
 * text.
 */
async function everythingSaid(text: string, terminal: boolean): Promise<string> {
  const host = fakeHost({cwd: home, home, terminal});
  const reporter = makeReporter(host.stderr);
  reporter.warn(text);
  reporter.note(text);
  reporter.lines(text);
  for (const kind of ['bug', 'connection_error'] as const) {
    const details = {hint: text, errors: {name: text}, body: JSON.stringify({message: text})};
    reporter.failure(new Failure(kind, text, {...details, cause: new Error(text)}));
  }
  const exchange = {method: 'GET', durationMs: 1, attempt: 1, bytes: 0, cached: false};
  reporter.exchange({...exchange, url: `http://x/?q=${encodeURIComponent(text)}`}, undefined);
  await logCrash(new Error(text, {cause: new Error(JSON.stringify({text}))}), host);
  const log = await openAuditLog(join(home, 'audit.log'), host);
  const path = `/rest/api/3/search?query=${encodeURIComponent(text)}`;
  await log.append({
    ...{startedMs: 0, profile: text, op: text, method: 'GET', path, status: null, exit: 1},
    ...{durationMs: 1, pages: 0, dryRun: false, cached: false},
  });
  const state = fileUiState(host);
  await state.append('journal', JSON.stringify({answer: text}), ['p']);
  await state.write('drafts', JSON.stringify({text}));
  const files = readdirSync(home, {recursive: true, encoding: 'utf8'})
    .map(name => join(home, name))
    .filter(path => statSync(path).isFile() && !path.includes('.config'))
    .map(path => readFileSync(path, 'utf8'));
  expect(files).toHaveLength(4);
  return [host.err(), ...files].join('\n');
}

const leaks = (said: string, secret: string): readonly string[] =>
  [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)].filter(form =>
    said.includes(form),
  );

describe('a secret that was read', () => {
  const cases = Object.keys(kinds).flatMap(kind =>
    (['text', 'env', 'command'] as const).map(source => ({kind, source})),
  );
  it.each(cases)('is in no message, log or report: $kind from $source', async ({kind, source}) => {
    const secret = odd(`${kind}-${source}`);
    const stored = {text: secret, env: {env: 'ODD'}, command: {command: ['print']}}[source];
    const auth = kinds[kind]?.(stored);
    mkdirSync(join(home, '.config/jr'), {recursive: true});
    const config = {profiles: {default: {base_url: 'http://localhost:1', auth}}};
    writeFileSync(join(home, '.config/jr/config.json'), JSON.stringify(config));
    const options = {env: {ODD: secret}, runCommand: async () => secret, cwd: home, home};
    await resolveSettings('tracker', {}, fakeHost(options));
    for (const terminal of [false, true]) {
      const said = await everythingSaid(`Broke at ${secret}.`, terminal);
      expect(leaks(said, secret)).toEqual([]);
      expect(said).toContain('Broke at ***.');
    }
  });

  it('includes those in headers of the profile', async () => {
    mkdirSync(join(home, '.config/jr'), {recursive: true});
    const headers = {
      'X-Api-Key': 'gate-4711',
      Cookie: 'session=c00kie-0f-ann',
      'Proxy-Authorization': 'Basic cHJveHk6cGFzcw==',
      'X-Route': 'r0ute-0123456789-abc',
      'Accept-Language': 'de-AT-formal',
      'X-Atlassian-Token': 'no-check',
    };
    const profile = {base_url: 'http://localhost:1', headers};
    const config = {profiles: {default: profile}};
    writeFileSync(join(home, '.config/jr/config.json'), JSON.stringify(config));
    await resolveSettings('tracker', {}, fakeHost({cwd: home, home}));
    const secrets = ['gate-4711', 'c00kie-0f-ann', 'cHJveHk6cGFzcw==', 'r0ute-0123456789-abc'];
    const texts = ['session=c00kie-0f-ann', ...secrets.filter(one => !one.startsWith('c00kie'))];
    const said = await everythingSaid(`${texts.join(' ')} de-AT-formal no-check`, false);
    expect(secrets.flatMap(secret => leaks(said, secret))).toEqual([]);
    expect(said).toContain('*** *** *** *** de-AT-formal no-check');
  });

  it('includes those of a sign-in, and the access token', async () => {
    await using issuer = await startRotatingIssuer();
    const auth = {
      type: 'oauth2',
      client_id: 'client',
      client_secret: 'cl13nt-s3cret',
      token_url: `${issuer.url}/oauth/token`,
      refresh_token: 'refresh-0',
    };
    await runCli('jr', ['version', 'get', '--id', '7'], {
      config: {profiles: {default: {base_url: 'http://localhost:1', auth}}},
      env: {XDG_STATE_HOME: join(home, 'signed-in')},
    });
    rmSync(join(home, 'signed-in'), {recursive: true});
    const secrets = ['cl13nt-s3cret', 'refresh-0', 'access-1'];
    const said = await everythingSaid(secrets.join(' '), false);
    expect(secrets.flatMap(secret => leaks(said, secret))).toEqual([]);
  });
});
