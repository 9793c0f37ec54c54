import {describe, expect, it} from 'vitest';
import type {SandboxOptions} from '../../src/commands/context.ts';
import {failureOf, runCli} from '../support/run-cli.ts';

/** What the sandbox is started with for these arguments. */
async function optionsFor(...args: readonly string[]): Promise<SandboxOptions | undefined> {
  let options: SandboxOptions | undefined;
  await runCli('jr', ['sandbox', ...args], {
    modules: {
      startSandbox(given) {
        options = given;
        // It is not to run: what it would have been started with is enough.
        return Promise.reject(new Error('not today'));
      },
    },
  });
  return options;
}

describe('the flags of the sandbox for its world', () => {
  it('give traffic and the file of data to the sandbox', async () => {
    expect(await optionsFor('--traffic', 'fast', '--data', 'site.json')).toEqual({
      port: 0,
      traffic: 'fast',
      data: 'site.json',
    });
  });

  it('leave seed and size to the file of data unless they are given or it is reset', async () => {
    const named = await optionsFor('--data', 'a.json', '--seed', '1', '--size', 'small');
    expect(named).toEqual({port: 0, data: 'a.json', seed: 1, size: 'small'});
    const fresh = await optionsFor('--data', 'a.json', '--reset');
    expect(fresh).toEqual({port: 0, data: 'a.json', reset: true, seed: 1, size: 'small'});
    expect(await optionsFor()).toEqual({port: 0, seed: 1, size: 'small'});
  });

  it('refuse --reset without --data and a pace that there is not', async () => {
    const lone = await runCli('jr', ['sandbox', '--reset']);
    expect(failureOf(lone).errors).toHaveProperty('reset');
    const odd = await runCli('jr', ['sandbox', '--traffic', 'frantic']);
    expect([lone.exit, odd.exit]).toEqual([4, 4]);
    expect(failureOf(odd).errors).toHaveProperty('traffic');
  });

  it('tell of a file of data that is not to be used', async () => {
    const result = await runCli('jr', ['sandbox', '--data', 'package.json'], {
      modules: {
        async startSandbox(options) {
          const {startSandbox} = await import('../../src/sandbox/start.ts');
          return startSandbox(options);
        },
      },
    });
    expect(result.exit).toBe(4);
    expect(failureOf(result).message).toContain('is not a sandbox file');
  });
});
