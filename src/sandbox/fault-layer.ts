import {type Fault, fitsFault} from './fault.ts';
import {endlessPage, faultReply} from './fault-answer.ts';
import {type Latency, randomLatency} from './latency.ts';
import type {HttpReply, HttpRequest} from './node-io.ts';
import {hashNumber, hashText} from './world/random.ts';

export interface FaultCount {
  readonly fault: Fault;
  /** Requests that match the fault. */
  readonly fitted: number;
  /** Requests to which the fault was applied. */
  readonly struck: number;
}

/** The active faults; they can be changed while the server runs. */
export interface FaultLayer {
  /** Respond to a request, applying the faults that match it. */
  readonly answer: (raw: HttpRequest) => HttpReply;
  counts(): readonly FaultCount[];
  latency(): Latency;
  setFaults(faults: readonly Fault[]): void;
  setLatency(latency: Latency): void;
  /** Restart the counters of `times` and `after`, and the random numbers. */
  reset(): void;
}

export interface FaultLayerParts {
  /** Seed of the random numbers: the same requests in the same order get the same faults. */
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly latency: Latency;
  /** Milliseconds since the UNIX epoch. */
  readonly now: () => number;
  /** The server without faults. */
  readonly answer: (raw: HttpRequest) => HttpReply;
}

interface Counter {
  fitted: number;
  struck: number;
}

/** Create the layer that applies faults between the network and the server. */
export function makeFaultLayer(parts: FaultLayerParts): FaultLayer {
  const {seed} = parts;
  let {latency} = parts;
  let rules = parts.faults.map(createRule);
  let requests = 0;
  return {
    answer(raw) {
      requests += 1;
      const active = rules.filter(rule => applies(rule, raw, seed)).map(({fault}) => fault);
      const reply = active.length === 0 ? parts.answer(raw) : applyFaults(parts, raw, active);
      if (latency.baseMs === 0) return reply;
      const fraction = hashNumber(seed ^ 0x1a7e, requests) / 4_294_967_296;
      return {...reply, delayMs: (reply.delayMs ?? 0) + randomLatency(latency, fraction)};
    },
    counts: () => rules.map(({fault, counter}) => ({fault, ...counter})),
    latency: () => latency,
    setFaults(faults) {
      rules = faults.map(createRule);
    },
    setLatency(next) {
      latency = next;
    },
    reset() {
      rules = rules.map(({fault}) => createRule(fault));
      requests = 0;
    },
  };
}

interface Rule {
  readonly fault: Fault;
  readonly counter: Counter;
}

function createRule(fault: Fault): Rule {
  return {fault, counter: {fitted: 0, struck: 0}};
}

/** Check whether a fault applies to a request, and count it. */
function applies({fault, counter}: Rule, raw: HttpRequest, seed: number): boolean {
  if (!fitsFault(fault, raw.method, raw.target)) return false;
  counter.fitted += 1;
  if (counter.fitted <= fault.after || counter.struck >= fault.times) return false;
  const fraction = hashNumber(hashText(seed, fault.text), counter.fitted) / 4_294_967_296;
  if (fraction >= fault.chance) return false;
  counter.struck += 1;
  return true;
}

/** Take the response of the first fault that replaces it; apply the changes of all. */
function applyFaults(
  parts: FaultLayerParts,
  raw: HttpRequest,
  faults: readonly Fault[],
): HttpReply {
  const now = parts.now();
  const first = faults.find(({instead}) => instead !== undefined);
  const pages = faults.find(fault => fault.pages !== undefined)?.pages;
  const answer = pages
    ? (request: HttpRequest) => endlessPage(pages, request, parts.answer)
    : parts.answer;
  // With `done`, the operation runs and its response is discarded.
  const own = first === undefined || first.done ? answer(raw) : undefined;
  const instead = first?.instead && faultReply(first.instead, raw.target, now);
  const reply = instead ?? own ?? emptyReply;
  if (reply.delivery !== undefined) return reply;
  return faults.flatMap(({changes}) => changes).reduce((one, change) => change(one, now), reply);
}

const emptyReply: HttpReply = {status: 500, headers: {}, body: ''};
