import {execFile} from 'node:child_process';
import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {gzipSync} from 'node:zlib';
import {afterEach, describe, expect, it} from 'vitest';
import {root} from '../support/sources.ts';

interface Audited {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

let stop: (() => void) | undefined;
afterEach(() => stop?.());

/** Run the script against a registry that answers the audit in this way, and knows nothing else. */
async function audit(answer: (response: ServerResponse) => void): Promise<Audited> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.endsWith('/advisories/bulk')) answer(response);
    else response.writeHead(404, {'content-type': 'application/json'}).end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    ...process.env,
    npm_config_registry: registry,
    npm_config_audit_registry: registry,
    npm_config_fetch_retries: '0',
  };
  return new Promise(resolve => {
    execFile(process.execPath, ['tools/check-audit.mjs'], {cwd: root, env}, (error, out, err) => {
      const exit = typeof error?.code === 'number' ? error.code : 0;
      resolve({exit, stdout: out, stderr: err});
    });
  });
}

function advisories(...names: readonly string[]): (response: ServerResponse) => void {
  const one = (name: string, id: number) => ({
    id,
    url: `https://advisories.example/${id}`,
    title: `${name} does too much`,
    severity: 'high',
    vulnerable_versions: '>=0',
  });
  const body = Object.fromEntries(names.map((name, index) => [name, [one(name, index + 1)]]));
  return response => {
    const json = JSON.stringify(body);
    response
      .writeHead(200, {'content-type': 'application/json', 'content-encoding': 'gzip'})
      .end(gzipSync(json));
  };
}

describe('npm run check:audit', () => {
  it('fails for a known vulnerability in a bundled package', async () => {
    const {exit, stdout} = await audit(advisories('js-yaml'));
    expect(stdout).toContain('bundled: js-yaml');
    expect(stdout).toContain('js-yaml does too much https://advisories.example/1');
    expect(exit).toBe(1);
  });

  it('reports one in a package of the tests without failing', async () => {
    const {exit, stdout} = await audit(advisories('fast-check'));
    expect(stdout).toContain('not bundled: fast-check');
    expect(stdout).toMatch(/^\d+ bundled packages, 0 with a known fault$/m);
    expect(exit).toBe(0);
  });

  it('reports that nothing was checked when the registry does not respond', async () => {
    const {exit, stdout, stderr} = await audit(response => response.writeHead(405).end());
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^not checked: the registry does not answer npm audit \(405 /);
    expect(exit).toBe(2);
  });
});
