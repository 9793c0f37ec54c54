import {type Fault, fitsFault} from './fault.ts';
import {answerPages, faultReply} from './fault-answer.ts';
import {drawLatency, type Latency} from './latency.ts';
import type {RawReply, RawRequest} from './node-io.ts';
import {hashNumber, hashText} from './world/random.ts';

export interface FaultCount {
  readonly fault: Fault;
  /** Requests it was for. */
  readonly fitted: number;
  /** Requests it struck. */
  readonly struck: number;
}

/** The faults in force; they can be changed while the server runs. */
export interface FaultLayer {
  /** Answers a request, with whatever strikes it. */
  readonly answer: (raw: RawRequest) => RawReply;
  counts(): readonly FaultCount[];
  latency(): Latency;
  setFaults(faults: readonly Fault[]): void;
  setLatency(latency: Latency): void;
  /** Count from zero again: `times` and `after` begin anew, and so does chance. */
  reset(): void;
}

export interface FaultLayerParts {
  /** Chance follows from it: the same requests in the same order are struck again. */
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly latency: Latency;
  /** Milliseconds since the UNIX epoch. */
  readonly now: () => number;
  /** The server without faults. */
  readonly answer: (raw: RawRequest) => RawReply;
}

interface Counter {
  fitted: number;
  struck: number;
}

/** Put faults between the network and the server. */
export function makeFaultLayer(parts: FaultLayerParts): FaultLayer {
  const {seed} = parts;
  let {latency} = parts;
  let rules = parts.faults.map(startRule);
  let requests = 0;
  return {
    answer(raw) {
      requests += 1;
      const struck = rules.filter(rule => strikes(rule, raw, seed)).map(({fault}) => fault);
      const reply = struck.length === 0 ? parts.answer(raw) : answerStruck(parts, raw, struck);
      if (latency.baseMs === 0) return reply;
      const fraction = hashNumber(seed ^ 0x1a7e, requests) / 4_294_967_296;
      return {...reply, delayMs: (reply.delayMs ?? 0) + drawLatency(latency, fraction)};
    },
    counts: () => rules.map(({fault, counter}) => ({fault, ...counter})),
    latency: () => latency,
    setFaults(faults) {
      rules = faults.map(startRule);
    },
    setLatency(next) {
      latency = next;
    },
    reset() {
      rules = rules.map(({fault}) => startRule(fault));
      requests = 0;
    },
  };
}

interface Rule {
  readonly fault: Fault;
  readonly counter: Counter;
}

function startRule(fault: Fault): Rule {
  return {fault, counter: {fitted: 0, struck: 0}};
}

/** Whether a fault strikes a request; counts it. */
function strikes({fault, counter}: Rule, raw: RawRequest, seed: number): boolean {
  if (!fitsFault(fault, raw.method, raw.target)) return false;
  counter.fitted += 1;
  if (counter.fitted <= fault.after || counter.struck >= fault.times) return false;
  const drawn = hashNumber(hashText(seed, fault.text), counter.fitted) / 4_294_967_296;
  if (drawn >= fault.chance) return false;
  counter.struck += 1;
  return true;
}

/** The first that has an answer of its own gives it; what changes an answer is done by each. */
function answerStruck(parts: FaultLayerParts, raw: RawRequest, struck: readonly Fault[]): RawReply {
  const now = parts.now();
  const first = struck.find(({instead}) => instead !== undefined);
  const pages = struck.find(fault => fault.pages !== undefined)?.pages;
  const answer = pages
    ? (request: RawRequest) => answerPages(pages, request, parts.answer)
    : parts.answer;
  // With `done` it is carried out, and its answer is lost.
  const own = first === undefined || first.done ? answer(raw) : undefined;
  const instead = first?.instead && faultReply(first.instead, raw.target, now);
  const reply = instead ?? own ?? noReply;
  if (reply.delivery !== undefined) return reply;
  return struck.flatMap(({changes}) => changes).reduce((one, change) => change(one, now), reply);
}

const noReply: RawReply = {status: 500, headers: {}, body: ''};
