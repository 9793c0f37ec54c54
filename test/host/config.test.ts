import {execFileSync} from 'node:child_process';
import {chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {isFailure} from '../../src/base/failure.ts';
import {loadConfig, parsePlainConfig, readConfig} from '../../src/host/config.ts';
import {withProfile} from '../../src/host/config-write.ts';
import {fakeHost} from '../support/fake-host.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'steward-config-'));
  mkdirSync(join(home, '.config/jr'), {recursive: true});
});
afterEach(() => rmSync(home, {recursive: true, force: true}));

const put = (name: string, text: string): string => {
  const path = join(home, name);
  writeFileSync(path, text);
  return path;
};
const read = (env: Record<string, string> = {}) =>
  readConfig('tracker', fakeHost({home, cwd: home, env}));
const yaml = 'default_profile: w\nprofiles:\n  w:\n    base_url: https://y.example\n';

async function messageOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isFailure(error)) throw new Error(`no failure: ${String(error)}`);
  expect(error.kind).toBe('config_error');
  return error.message;
}

describe('a configuration that is no safe file', () => {
  const named = (path: string) => read({JR_CONFIG_PATH: path});
  const token = '{"profiles":{"a":{"auth":{"token":"t"}}}}';

  it('is not read: a pipe nobody writes to, a device without end, a directory', async () => {
    const pipe = join(home, 'pipe.json');
    execFileSync('mkfifo', [pipe]);
    expect(await messageOf(named(pipe))).toContain('it is not a file');
    expect(await messageOf(named('/dev/zero'))).toContain('it is not a file');
    expect(await messageOf(named(home))).toContain('it is a directory');
  });

  it('is not read when it is longer than any configuration', async () => {
    const path = put('long.json', `{"a":"${'x'.repeat(4 * 1024 * 1024)}"}`);
    expect(await messageOf(named(path))).toContain('larger than 4 MiB');
  });

  it.each([
    token,
    '{"profiles":{"a":{"auth":{"token":{"command":["x"]}}}}}',
    '{"profiles":{"a":{"auth":{"client_secret":"s"}}}}',
    '{"profiles":{"a":{"headers":{"x":"y"}}}}',
  ])('is refused when everyone can write it: %s', async text => {
    const path = put('open.json', text);
    chmodSync(path, 0o602);
    expect(await messageOf(named(path))).toContain('everyone can write to it');
    chmodSync(path, 0o644);
    expect((await named(path)).warnings).toBeUndefined();
  });

  it('is taken when it holds neither secrets nor commands', async () => {
    const path = put('open.json', '{"profiles":{"a":{"auth":{"token":{"env":"T"}}}}}');
    chmodSync(path, 0o666);
    expect(Object.keys((await named(path)).profiles)).toEqual(['a']);
  });

  it.runIf(process.getuid?.() === 0)('is worth a warning when it is somebody else’s', async () => {
    const path = put('theirs.json', token);
    chmodSync(path, 0o600);
    chownSync(path, 12_345, 12_345);
    expect((await named(path)).warnings).toEqual([expect.stringContaining('12345')]);
  });
});

describe('the configuration', () => {
  it('is empty without a file', async () => {
    expect(await read()).toMatchObject({exists: false, profiles: {}});
  });

  it('in json is the same with and without the library', async () => {
    const text = '{"default_profile":"a","profiles":{"a":{"base_url":"https://a.example"},"b":{}}}';
    const path = put('.config/jr/config.json', text);
    const plain = await read();
    expect(plain).toEqual(parsePlainConfig(path, text));
    expect(await loadConfig(path)).toEqual(plain);
    expect(plain).toEqual({
      path,
      exists: true,
      defaultProfile: 'a',
      profiles: {a: {base_url: 'https://a.example'}, b: {}},
    });
  });

  it.each(['config.yaml', 'config.yml'])('is read from %s', async name => {
    const path = put(`.config/jr/${name}`, yaml);
    expect(await read()).toEqual({
      path,
      exists: true,
      defaultProfile: 'w',
      profiles: {w: {base_url: 'https://y.example'}},
    });
  });

  it('in json comes before yaml, an empty one does not', async () => {
    put('.config/jr/config.yaml', yaml);
    put('.config/jr/config.json', '{"profiles":{}}');
    expect((await read()).profiles).toEqual({});
    put('.config/jr/config.json', ' \n');
    expect(Object.keys((await read()).profiles)).toEqual(['w']);
  });

  it('is taken from the file JR_CONFIG_PATH names, relative to the working directory', async () => {
    put('.config/jr/config.json', '{"profiles":{"no":{}}}');
    put('mine.json', '{"profiles":{"yes":{}}}');
    put('mine.yaml', yaml);
    expect(Object.keys((await read({JR_CONFIG_PATH: 'mine.json'})).profiles)).toEqual(['yes']);
    expect(Object.keys((await read({JR_CONFIG_PATH: 'mine.yaml'})).profiles)).toEqual(['w']);
    expect(await read({JR_CONFIG_PATH: 'none.json'})).toMatchObject({exists: false});
  });

  it.each(['{}', '{"profiles":{}}', '{"profiles":{"5":null}}'])(
    'with a profile whose name is a number has an object for it: %s',
    text => {
      const changed: unknown = JSON.parse(withProfile(text, '5', {username: 'ann'}));
      expect(changed).toEqual({default_profile: '5', profiles: {5: {auth: {username: 'ann'}}}});
    },
  );

  it('is never looked for in the working directory and never run as code', async () => {
    for (const name of ['config.json', '.jrrc', '.jrrc.json', 'package.json']) {
      put(name, '{"profiles":{"x":{}},"jr":{"profiles":{"x":{}}}}');
    }
    put('.config/jr/config.js', 'throw new Error("run")');
    put('.config/jr/.jrrc.js', 'throw new Error("run")');
    expect(await read()).toMatchObject({exists: false, profiles: {}});
  });

  it.each([
    ['config.json', '{"token": secret-1234'],
    ['config.json', '{"profiles": {"w": {"auth": {"token": "secret-1234"} x}}'],
    ['config.yaml', 'token: secret-1234: x'],
    ['config.yaml', 'a: [secret-1234\nb: x'],
  ])('%s that is damaged is named without what is in it', async (name, text) => {
    put(`.config/jr/${name}`, text);
    const message = await messageOf(read());
    expect(message).toContain(join(home, '.config/jr'));
    expect(message).not.toContain('secret');
  });

  it.each([
    ['[]', 'it must contain an object'],
    ['{"profiles":[]}', 'profiles must be an object'],
    ['{"default_profile":1}', 'default_profile must be a string'],
  ])('of the wrong shape is refused: %s', async (text, problem) => {
    put('.config/jr/config.json', text);
    expect(await messageOf(read())).toContain(problem);
  });
});
