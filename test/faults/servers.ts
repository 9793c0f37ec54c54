import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createServer as createTlsServer} from 'node:https';
import {type AddressInfo, createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {ServerAddress} from '../../src/host/connect.ts';
import {type Sandbox, startSandbox} from '../../src/sandbox/start.ts';
import {struckPath} from './drive.ts';
import {type FaultRow, operationKinds} from './table.ts';

/** The servers the rows are driven against. */
export interface FaultServers {
  /**
   * Where a row's operations go, with its faults in force, and at one more path when it is given.
   */
  begin(row: FaultRow, strikesAtMost: string, alsoAt?: string): Promise<ServerAddress>;
  /** How many requests of each kind were struck; undefined where there is no sandbox to tell. */
  struck(row: FaultRow): Promise<readonly number[] | undefined>;
  stop(): Promise<void>;
}

/** A sandbox, a port nobody listens on, and a server with a certificate nobody knows. */
export async function startFaultServers(): Promise<FaultServers> {
  // Asked over its connection alone: what goes wrong there is what is looked at.
  const {answer: _, ...sandbox} = await startSandbox({traffic: 'off'});
  const closed = await closedPort();
  const untrusted = await startUntrusted();
  const origins = {closed: `http://127.0.0.1:${closed}`, untrusted: untrusted.origin};
  return {
    async begin(row, strikesAtMost, alsoAt) {
      if (typeof row.fault !== 'string') {
        return {...sandbox, trackerBaseUrl: origins[row.fault.server]};
      }
      const {fault} = row;
      const onEveryPage = fault.startsWith('pages=');
      const faults = operationKinds.map(kind => {
        const often = kind === 'watch' ? strikesAtMost : '';
        return `${struckPath(kind, onEveryPage)}: ${fault} ${often}`;
      });
      const also = alsoAt === undefined ? [] : [`${alsoAt}: ${fault}`];
      await control(sandbox, '/faults', [...faults, ...also]);
      return sandbox;
    },
    async struck(row) {
      if (typeof row.fault !== 'string') return undefined;
      const state = await control(sandbox, '');
      return state.faults.map(({struck}) => struck);
    },
    async stop() {
      untrusted.stop();
      await sandbox.stop();
    },
  };
}

interface ControlState {
  readonly faults: readonly {readonly struck: number}[];
}

async function control(sandbox: Sandbox, path: string, body?: unknown): Promise<ControlState> {
  const answer = await fetch(`${sandbox.trackerBaseUrl}/__sandbox${path}`, {
    method: body === undefined ? 'GET' : 'PUT',
    ...(body !== undefined && {body: JSON.stringify(body)}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text);
}

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

async function startUntrusted(): Promise<{readonly origin: string; stop(): void}> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-untrusted-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const form = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1'];
  execFileSync('openssl', [...form, '-keyout', key, '-out', cert, ...subject], {stdio: 'ignore'});
  const pair = {key: readFileSync(key), cert: readFileSync(cert)};
  rmSync(folder, {recursive: true, force: true});
  const server = createTlsServer(pair, (_, response) => response.end('{}'));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
