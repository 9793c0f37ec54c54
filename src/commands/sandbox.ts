import {Failure} from '../base/failure.ts';
import type {Host} from '../host/host.ts';
import type {Builtin} from './builtin.ts';
import {parseBuiltin, refuseProblems} from './builtin-line.ts';
import type {Doors, RunningSandbox, SandboxOptions} from './doors.ts';

/** `sandbox`: the embedded server, until a signal comes (client-contract 1). */
export const sandbox: Builtin = {
  name: 'sandbox',
  summary: 'a server on this machine that speaks both services, to try everything on',
  usage: ['sandbox [--port N] [--seed N] [--size small|medium|large]'],
  flags: [
    {name: 'port', type: 'integer', default: '0', min: 0, max: 65_535, help: '0 picks a free one'},
    {
      name: 'seed',
      type: 'integer',
      default: '1',
      min: 0,
      help: 'the same seed gives the same world',
    },
    {
      name: 'size',
      type: 'string',
      default: 'small',
      values: ['small', 'medium', 'large'],
      help: 'how much there is',
    },
  ],
  takesGlobals: false,
  notes: [
    'Prints one JSON line with tracker_base_url, content_base_url, auth_user and auth_token, then answers until it is ended (Ctrl+C).',
    'Listens on 127.0.0.1 only; nothing is kept when it ends.',
  ],
  examples: ['sandbox', 'sandbox --port 8080 --seed 7 --size medium'],
  async run(argv, context) {
    const {own, problems} = parseBuiltin(sandbox, argv, context, 0);
    refuseProblems(problems);
    const {host, doors} = context;
    const ended = waitForSignal(host);
    const running = await start(doors, optionsOf(own));
    host.stdout.write(`${JSON.stringify(describe(running))}\n`);
    await ended;
    await running.stop();
    return 0;
  },
};

function optionsOf(own: Readonly<Record<string, string | boolean | number>>): SandboxOptions {
  const {port = 0, seed = 1, size = 'small'} = own;
  const isSize = size === 'medium' || size === 'large';
  return {port: Number(port), seed: Number(seed), size: isSize ? size : 'small'};
}

async function start(doors: Doors, options: SandboxOptions): Promise<RunningSandbox> {
  try {
    return await doors.startSandbox(options);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const why = code === 'EACCES' ? 'may not be used' : 'is in use';
    const message = `--port ${options.port} ${why}`;
    throw new Failure('validation_error', message, {
      errors: {port: message},
      hint: 'Leave --port out to get a free one.',
      attempts: 0,
      cause: error,
    });
  }
}

function describe(running: RunningSandbox): Readonly<Record<string, string>> {
  return {
    tracker_base_url: running.trackerBaseUrl,
    content_base_url: running.contentBaseUrl,
    auth_user: running.authUser,
    auth_token: running.authToken,
  };
}

/** The first SIGINT or SIGTERM ends it well. */
async function waitForSignal(host: Host): Promise<void> {
  const releases: (() => void)[] = [];
  await new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      releases.push(host.onSignal(signal, () => resolve()));
    }
  });
  for (const release of releases) release();
}
