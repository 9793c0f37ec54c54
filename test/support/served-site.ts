import {once} from 'node:events';
import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {expect} from 'vitest';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import {type CliResult, runCli} from './run-cli.ts';

interface SandboxUser {
  readonly accountId: string;
  readonly accountType: string;
  readonly active: boolean;
}

/**
 * What happens to a request: it is lost before or after it took effect, refused with a status, or
 * it takes effect and has the response 503, or it takes effect and has no response while the
 * connection stays open.
 */
export type RequestFault = 'before' | 'after' | 429 | 503 | '503 after' | 'silent';

/** A site behind a proxy that counts requests and lets some fail. */
export interface ServedSite {
  readonly origin: string;
  /** Requests so far, such as `GET /rest/api/3/role?x=1`. */
  requests: string[];
  /** Writes that took effect. */
  effective: string[];
  /** Connections so far. */
  connections: number;
  /** The fault of a request; each is counted from 1, also among the requests of its kind. */
  faultOf: (nth: {readonly request: number; readonly write?: number}) => RequestFault | undefined;
  /** Requests that are not reads. */
  writes(): readonly string[];
  run(...words: readonly string[]): Promise<CliResult>;
  /** The same on a terminal, with the answer to its question. */
  runWith(answer: string, ...words: readonly string[]): Promise<CliResult>;
  /** Any command of jr on the site, with one state directory for all. */
  jr(...words: readonly string[]): Promise<CliResult>;
  /** Variables of the commands. */
  env(): Readonly<Record<string, string>>;
  /** Account ids of users. */
  accounts(): Promise<readonly string[]>;
  /** Forgets the requests and the faults. */
  reset(): void;
  stop(): Promise<void>;
}

/**
 * Starts a sandbox behind the proxy.
 *
 * @param state directory for the state of the commands
 * @param env more variables of the commands
 */
export async function serveSite(
  seed: number,
  state: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServedSite> {
  const sandbox: Sandbox = await startSandbox({seed, traffic: 'off'});
  const server = createServer((request, response) => void forward(request, response));
  let writes = 0;
  const site: ServedSite = {
    origin: '',
    requests: [],
    effective: [],
    connections: 0,
    faultOf: () => undefined,
    writes: () => site.requests.filter(one => !one.startsWith('GET ')),
    jr: (...words) => runCli('jr', words, {env: envOf()}),
    runWith: (answer, ...words) =>
      runCli('jr', ['site', ...words], {env: envOf(), terminal: true, answers: [answer]}),
    run: (...words) => site.jr('site', ...words),
    env: envOf,
    async accounts() {
      const {stdout} = await site.jr('users', 'get-all');
      return (JSON.parse(stdout) as SandboxUser[])
        .filter(({active, accountType}) => active && accountType === 'atlassian')
        .map(({accountId}) => accountId);
    },
    reset() {
      writes = 0;
      Object.assign(site, {requests: [], effective: [], connections: 0, faultOf: () => undefined});
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await sandbox.stop();
    },
  };
  function envOf(): Readonly<Record<string, string>> {
    const {authUser, authToken} = sandbox;
    const own = {JR_BASE_URL: site.origin, JR_AUTH_USER: authUser, JR_AUTH_TOKEN: authToken};
    return {...own, XDG_STATE_HOME: state, ...env};
  }
  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isWrite = request.method !== 'GET';
    const count = site.requests.push(`${request.method} ${request.url}`);
    const fault = site.faultOf({request: count, ...(isWrite && {write: ++writes})});
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    if (fault === 'before') return void request.socket.destroy();
    const refuse = (status: number): void => {
      const headers = {'content-type': 'application/json', 'retry-after': '0'};
      response.writeHead(status, headers).end('{"errorMessages":["Not now."]}');
    };
    if (typeof fault === 'number') return refuse(fault);
    const {authorization = '', 'content-type': type = 'application/json'} = request.headers;
    const answer = await fetch(new URL(request.url ?? '/', sandbox.trackerBaseUrl), {
      method: request.method ?? 'GET',
      redirect: 'manual',
      headers: {authorization, 'content-type': type},
      ...(chunks.length > 0 && {body: Buffer.concat(chunks)}),
    });
    const text = await answer.text();
    const {status} = answer;
    if (isWrite && status < 400) site.effective.push(`${request.method} ${request.url} ${chunks}`);
    if (fault === 'after') return void request.socket.destroy();
    if (fault === 'silent') return;
    if (fault === '503 after') return refuse(503);
    if (status === 204) return void response.writeHead(status).end();
    response.writeHead(status, {'content-type': 'application/json'}).end(text);
  }
  server.on('connection', () => site.connections++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(site, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
}

/** Run a command that must succeed; returns what it prints. */
export async function ok(result: Promise<CliResult>): Promise<unknown> {
  const {stdout, stderr, exit} = await result;
  expect({exit, stderr}).toEqual({exit: 0, stderr: ''});
  return JSON.parse(stdout);
}

/** The YAML files of a folder by their path below it. */
export function filesOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, {recursive: true}) as string[];
  const files = names.filter(
    name => name.endsWith('.yaml') && statSync(join(folder, name)).isFile(),
  );
  return Object.fromEntries(
    files.sort().map(name => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

/** Changes a file of a folder. */
export function edit(folder: string, file: string, change: (text: string) => string): void {
  const path = join(folder, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

/** Gives each person of the files an account of another site. */
export async function mapPeople(folder: string, target: ServedSite): Promise<void> {
  const accounts = [...(await target.accounts())];
  const people = readFileSync(join(folder, 'people.yaml'), 'utf8').match(/^ {2}accounts:$/gm) ?? [];
  for (let n = accounts.length; n < people.length; n++) {
    const words = ['--emailAddress', `person-${n}@example.com`, '--products', '[]'];
    const {accountId} = (await ok(target.jr('user', 'create', ...words))) as SandboxUser;
    accounts.push(accountId);
  }
  edit(folder, 'people.yaml', text =>
    text.replaceAll(
      /^ {2}accounts:$/gm,
      line => `${line}\n    ${target.origin}: ${accounts.shift()}`,
    ),
  );
}
