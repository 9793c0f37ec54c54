import {defined} from '../base/defined.ts';
import {Failure} from '../base/failure.ts';
import {codeOf} from '../host/error-code.ts';
import {writeProfiles} from '../host/write-profiles.ts';
import type {Builtin} from './builtin.ts';
import {type BuiltinLine, parseBuiltin, refuseProblems} from './builtin-line.ts';
import type {CommandHost, LazyModules, RunningSandbox, SandboxOptions} from './context.ts';
import type {FlagRow} from './flags.ts';
import {interruptible} from './interruptible.ts';

const flags = [
  {
    name: 'port',
    type: 'integer',
    default: '0',
    min: 0,
    max: 65_535,
    help: 'port to listen on; 0 picks a free port',
  },
  {
    name: 'host',
    type: 'string',
    default: '127.0.0.1',
    help: 'address to listen on; any address other than loopback lets other machines connect',
  },
  {
    name: 'seed',
    type: 'integer',
    default: '1',
    min: 0,
    help: 'seed of the generated data; the same seed gives the same data',
  },
  {
    name: 'size',
    type: 'string',
    default: 'small',
    values: ['small', 'medium', 'large'],
    help: 'amount of generated data',
  },
  {
    name: 'write-profiles',
    type: 'string',
    help: 'directory to write jr/config.json and cf/config.json to, with a profile for each kind of user',
  },
  {
    name: 'latency',
    type: 'string',
    help: 'delay of each response, such as 50ms or 50ms±20',
  },
  {
    name: 'fault',
    type: 'list',
    help: 'fault to simulate, such as "GET /rest/api/3/project*: 429 retry-after=2 p=0.1"; may be repeated',
  },
  {
    name: 'traffic',
    type: 'string',
    values: ['normal', 'slow', 'fast', 'off'],
    help: 'how fast deliveries fail and recover and versions progress; by default normal, or the value stored with --data',
  },
  {name: 'data', type: 'string', help: 'file that stores the data between runs'},
  {
    name: 'reset',
    type: 'boolean',
    default: 'false',
    help: 'ignore the data stored in the --data file and generate new data',
  },
] as const satisfies readonly FlagRow[];

/** `sandbox`: run the embedded server until a signal arrives (contract 1). */
export const sandbox: Builtin<typeof flags> = {
  name: 'sandbox',
  summary: 'run a local server that simulates both services',
  usage: [
    'sandbox [--port N] [--host ADDRESS] [--seed N] [--size small|medium|large] [--write-profiles DIR] [--latency TIME] [--fault FAULT] [--traffic normal|slow|fast|off] [--data FILE] [--reset]',
  ],
  flags,
  takesGlobals: false,
  notes: [
    'Prints one JSON line with tracker_base_url, content_base_url, auth_user, auth_token and users, then runs until stopped (ctrl+c).',
    'The first user has every permission; the others are a site admin, a project admin, a member, a user without permissions, and apps of each kind.',
    'Listens on 127.0.0.1 unless --host is given. Without --data, all changes are lost when the sandbox stops.',
    'Faults and latency can be changed at run time through /__sandbox; see docs/sandbox.md.',
  ],
  examples: [
    'sandbox',
    'sandbox --port 8080 --seed 7 --size medium',
    'sandbox --write-profiles ./sandbox-profiles',
    'sandbox --data ./site.json --traffic fast',
    "sandbox --latency 50ms±20 --fault 'GET /rest/api/3/project*: 429 retry-after=2 p=0.1'",
  ],
  async run(scanned, context) {
    const line = parseBuiltin(sandbox, scanned, context, 0);
    refuseProblems(line.problems);
    const options = optionsOf(line);
    const {host, modules} = context;
    return interruptible(host, async signal => {
      const ended = new Promise(resolve => signal.addEventListener('abort', resolve));
      const running = await start(modules, options);
      try {
        warnExposedSandbox(options, host);
        const profiles = await writeRequestedProfiles(line, running, host);
        host.stdout.write(`${JSON.stringify({...describe(running), ...profiles})}\n`);
        await ended;
      } finally {
        await running.stop();
      }
      return 0;
    });
  },
};

function optionsOf({own, texts}: BuiltinLine<typeof flags>): SandboxOptions {
  const {port = 0, host, latency, traffic, data, reset} = own;
  if (reset && data === undefined) throw resetNothing();
  // A data file contains seed and size, unless they are given.
  const fresh = data === undefined || reset ? ({seed: 1, size: 'small'} as const) : {};
  const {seed = fresh.seed, size = fresh.size} = own;
  const faults = texts.get('fault');
  return {port, ...defined({seed, size, host, latency, faults, traffic, data, reset})};
}

function resetNothing(): Failure {
  const message = '--reset requires --data: without a data file the data is always new';
  return new Failure('validation_error', message, {errors: {reset: message}, attempts: 0});
}

/**
 * Warn if other machines can reach the sandbox: its tokens are public, and a caller could fill this
 * machine's memory.
 */
function warnExposedSandbox({host: address}: SandboxOptions, {reporter}: CommandHost): void {
  if (address === undefined || /^(?:127\.[\d.]+|::1|localhost)$/.test(address)) return;
  const warning = `The sandbox listens on ${address}: other machines can reach it, over plain HTTP.`;
  reporter.warn(warning);
}

/** Write the profiles if requested; their files are listed in the output. */
async function writeRequestedProfiles(
  {own: {'write-profiles': directory}}: BuiltinLine<typeof flags>,
  running: RunningSandbox,
  host: CommandHost,
): Promise<{readonly profiles?: readonly string[]}> {
  if (directory === undefined) return {};
  return {profiles: await writeProfiles(directory, running, host)};
}

async function start(modules: LazyModules, options: SandboxOptions): Promise<RunningSandbox> {
  try {
    return await modules.startSandbox(options);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw noSuchAddress(options, error);
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const why = code === 'EACCES' ? 'cannot be used: permission denied' : 'is already in use';
    const message = `--port ${options.port} ${why}`;
    throw new Failure('validation_error', message, {
      errors: {port: message},
      hint: 'Omit --port to get a free port.',
      attempts: 0,
      cause: error,
    });
  }
}

function noSuchAddress({host}: SandboxOptions, cause: unknown): Failure {
  const message = `--host ${host} is not an address of this machine`;
  return new Failure('validation_error', message, {
    errors: {host: message},
    hint: 'Omit --host to listen on 127.0.0.1, or give 0.0.0.0 to listen on every address.',
    attempts: 0,
    cause,
  });
}

/** Existing scripts read the first members. */
function describe(running: RunningSandbox): Readonly<Record<string, unknown>> {
  return {
    tracker_base_url: running.trackerBaseUrl,
    content_base_url: running.contentBaseUrl,
    auth_user: running.authUser,
    auth_token: running.authToken,
    users: running.users,
  };
}
