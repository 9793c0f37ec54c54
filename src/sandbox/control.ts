import {isFailure} from '../base/failure.ts';
import {type Account, findCaller} from './accounts.ts';
import type {FaultLayer} from './fault-layer.ts';
import {parseFault} from './fault-parse.ts';
import {noLatency, parseLatency} from './latency.ts';
import type {HttpReply, HttpRequest} from './node-io.ts';
import type {SandboxService} from './service.ts';
import {type TrafficPace, trafficPaces} from './world/traffic.ts';

/** The parts of the server that the control endpoint reads and changes. */
export interface ControlParts {
  readonly accounts: readonly Account[];
  readonly layer: FaultLayer;
  readonly traffic: Pick<SandboxService, 'pace' | 'setPace' | 'step'>;
  /** Constant values: `{seed, size}`. */
  readonly about: Readonly<Record<string, unknown>>;
}

/** Path of the control endpoint, outside both APIs. */
const prefix = '/__sandbox';

/** Most active faults. */
const maxFaults = 1_000;

/**
 * Add a control endpoint to the server: `GET /__sandbox`, `PUT /__sandbox/faults`, `PUT
 * /__sandbox/latency`, `PUT /__sandbox/traffic`, `POST /__sandbox/step`, `POST /__sandbox/reset`.
 * It requires the owner's credentials; programs on this machine need none, except pages in a
 * browser, which send an `Origin`.
 */
export function withControlEndpoint({
  accounts,
  layer,
  traffic,
  about,
}: ControlParts): (raw: HttpRequest) => HttpReply {
  const statuses = new Map<number, number>();
  let requests = 0;
  const state = (): HttpReply =>
    reply(200, {
      ...about,
      requests,
      answers: Object.fromEntries([...statuses].sort(([one], [other]) => one - other)),
      latency: layer.latency().text,
      traffic: traffic.pace(),
      faults: layer.counts().map(({fault, matched, applied}) => ({
        fault: fault.text,
        fitted: matched,
        struck: applied,
      })),
    });
  const actions: Readonly<Record<string, (raw: HttpRequest) => void>> = {
    'GET ': () => undefined,
    'PUT /faults': raw => layer.setFaults(readFaults(raw).map(parseFault)),
    'PUT /latency': raw => layer.setLatency(readLatency(raw)),
    'PUT /traffic': raw => traffic.setPace(readPace(raw)),
    'POST /step': raw => traffic.step(readStep(raw)),
    'POST /reset': () => {
      statuses.clear();
      requests = 0;
      layer.reset();
    },
  };
  /** Perform the requested action; returns a reply only if it is refused. */
  const control = (raw: HttpRequest, path: string): HttpReply | undefined => {
    const action = actions[`${raw.method} ${path.replace(/\/$/, '')}`];
    if (action === undefined) {
      return reply(404, {error: `There is no ${raw.method} ${prefix}${path}. ${usage}`});
    }
    try {
      action(raw);
      return undefined;
    } catch (error) {
      const isUserError =
        isFailure(error) || error instanceof SyntaxError || error instanceof RangeError;
      if (isUserError) return reply(400, {error: error.message});
      throw error;
    }
  };
  return raw => {
    const [path = ''] = raw.target.split('?', 1);
    if (path !== prefix && !path.startsWith(`${prefix}/`)) {
      const response = layer.answer(raw);
      requests += 1;
      const status = response.delivery?.instead !== undefined ? 0 : response.status;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      return response;
    }
    if (!mayControl(accounts, raw)) {
      return reply(401, {error: 'Only the credentials of keeper can use the control endpoint.'});
    }
    return control(raw, path.slice(prefix.length)) ?? state();
  };
}

function mayControl(accounts: readonly Account[], raw: HttpRequest): boolean {
  const {authorization, origin} = raw.headers;
  if (authorization !== undefined) return findCaller(accounts, authorization)?.all === true;
  return raw.isLocal && origin === undefined;
}

const usage =
  `Use GET ${prefix}, PUT ${prefix}/faults with a JSON list of faults, ` +
  `PUT ${prefix}/latency with a JSON string, PUT ${prefix}/traffic with a pace, ` +
  `POST ${prefix}/step with milliseconds, and POST ${prefix}/reset.`;

function readFaults(raw: HttpRequest): readonly string[] {
  const value = readBody(raw);
  if (!Array.isArray(value) || !value.every(item => typeof item === 'string')) {
    throw new SyntaxError('The body must be a JSON list of faults: ["GET /rest/api/3/*: 503"].');
  }
  if (value.length > maxFaults) {
    throw new SyntaxError(`At most ${maxFaults} faults can be in force.`);
  }
  return value;
}

function readLatency(raw: HttpRequest): ReturnType<typeof parseLatency> {
  const value = readBody(raw);
  if (value === null) return noLatency;
  if (typeof value !== 'string') {
    throw new SyntaxError('The body must be a JSON string such as "50ms±20", or null for none.');
  }
  return parseLatency(value);
}

function readPace(raw: HttpRequest): TrafficPace {
  const value = readBody(raw);
  const pace = trafficPaces.find(one => one === value);
  if (pace === undefined) {
    throw new SyntaxError(`The body must be one of ${trafficPaces.map(p => `"${p}"`).join(', ')}.`);
  }
  return pace;
}

function readStep(raw: HttpRequest): number {
  const value = readBody(raw);
  if (typeof value !== 'number') {
    throw new SyntaxError(
      'The body must be a number: how many milliseconds of traffic happen now.',
    );
  }
  return value;
}

function readBody(raw: HttpRequest): unknown {
  if (raw.tooLarge) throw new SyntaxError('The body is too large.');
  return JSON.parse(new TextDecoder().decode(raw.body));
}

function reply(status: number, value: unknown): HttpReply {
  const headers = {'content-type': 'application/json;charset=UTF-8', 'cache-control': 'no-store'};
  return {status, headers, body: `${JSON.stringify(value)}\n`};
}
