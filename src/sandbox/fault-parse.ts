import {parseDuration} from '../base/duration.ts';
import {Failure} from '../base/failure.ts';
import {nearestNames} from '../base/nearest.ts';
import type {Fault, FaultAnswer} from './fault.ts';
import {longestWaitMs} from './latency.ts';

const example = 'GET /rest/api/3/project*: 429 retry-after=2 p=0.1';
const methods = ['*', 'GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];
const bareWords = ['drop', 'truncate', 'html', 'done'];
const namedWords = [
  'truncate',
  'slow',
  'type',
  'clock',
  'retry-after',
  'reason',
  'p',
  'times',
  'after',
];

/** The words of a fault: those that stand alone, and those with a value. */
interface Words {
  readonly bare: ReadonlySet<string>;
  readonly named: ReadonlyMap<string, string>;
  readonly status: number | undefined;
}

/**
 * A fault such as `GET /rest/api/3/project*: 429 retry-after=2 p=0.1`: a method or `*`, a path in which
 * `*` stands for any characters, then what happens and how often.
 *
 * @throws Failure 'validation_error' that says what to write
 */
export function parseFault(text: string): Fault {
  const wrong = (problem: string): Failure => wrongFault(text, problem);
  const [, head = '', tail = ''] = /^(.*?):(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  if (tail.trim() === '') throw wrong('it needs ": " after the path, and then what is to happen');
  const [method = '', glob = '', ...more] = head.trim().split(/\s+/);
  if (!methods.includes(method.toUpperCase())) {
    throw wrong(`"${method}" is no method; use * for every one`);
  }
  if (more.length > 0) throw wrong(`"${more[0]}" is too many before the colon`);
  if (!/^[/*]/.test(glob)) throw wrong(`the path "${glob}" must begin with / or *`);
  const words = readWords(tail, wrong);
  const instead = readAnswer(words, wrong);
  const effects = {
    ...(instead === undefined ? {} : {instead}),
    done: words.bare.has('done'),
    ...readChanges(words, wrong),
  };
  if (effects.done && instead === undefined) {
    throw wrong('done is for a status and for drop: without them it is carried out anyway');
  }
  if (Object.keys(effects).length === 1) {
    throw wrong('nothing is to happen; add a status, drop, truncate, slow=, type=, html or clock=');
  }
  const number = (name: string, form: RegExp, otherwise: number): number =>
    readNumber(words, name, form, otherwise, wrong);
  const chance = number('p', /^(?:0?\.\d+|1(?:\.0+)?)$/, 1);
  if (chance === 0) throw wrong('p must be more than 0, up to 1');
  const times = number('times', /^[1-9]\d{0,8}$/, Number.POSITIVE_INFINITY);
  const after = number('after', /^\d{1,9}$/, 0);
  return {text: text.trim(), method: method.toUpperCase(), glob, effects, chance, times, after};
}

type Wrong = (problem: string) => Failure;

function readWords(tail: string, wrong: Wrong): Words {
  const bare = new Set<string>();
  const named = new Map<string, string>();
  let status: number | undefined;
  for (const word of tail.trim().split(/\s+/)) {
    const at = word.indexOf('=');
    const name = at === -1 ? word : word.slice(0, at);
    if (/^\d+$/.test(word)) {
      if (status !== undefined) throw wrong(`it has two statuses, ${status} and ${word}`);
      status = Number(word);
    } else if (!(at === -1 ? bareWords : namedWords).includes(name)) {
      throw wrong(unknownWord(word, name, at !== -1));
    } else if (bare.has(name) || named.has(name)) {
      throw wrong(`${name} is there twice`);
    } else if (at === -1) {
      bare.add(name);
    } else {
      named.set(name, word.slice(at + 1));
    }
  }
  return {bare, named, status};
}

function unknownWord(word: string, name: string, hasValue: boolean): string {
  if (namedWords.includes(name)) return `${name} needs a value: ${name}=…`;
  if (bareWords.includes(name)) return `${name} takes no value`;
  const near = nearestNames(name, hasValue ? namedWords : [...bareWords, ...namedWords]);
  const hint = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
  return `"${word}" is not known${hint}`;
}

function readAnswer({bare, named, status}: Words, wrong: Wrong): FaultAnswer | undefined {
  const html = bare.has('html');
  const ofStatus = ['retry-after', 'reason'].filter(name => named.has(name));
  if (bare.has('drop')) {
    const other = [status, html ? 'html' : undefined, ...ofStatus].find(one => one !== undefined);
    if (other !== undefined) throw wrong(`drop answers nothing, so ${other} cannot be with it`);
    return {kind: 'drop'};
  }
  if (status === undefined && !html) {
    if (ofStatus.length === 0) return undefined;
    throw wrong(`${ofStatus[0]} needs a status, such as 429`);
  }
  // A gateway that has an error page of its own says so most often with 502.
  const code = status ?? 502;
  const fits = (code >= 400 && code <= 599) || (html && code === 200);
  if (!fits) throw wrong(`the status ${code} must be from 400 to 599, or 200 with html`);
  const seconds = readNumber({bare, named, status}, 'retry-after', /^\d{1,6}$/, -1, wrong);
  const reason = named.get('reason');
  if (reason !== undefined && !/^[\w.-]+$/.test(reason)) throw wrong('reason must be one word');
  return {
    kind: 'status',
    status: code,
    html,
    ...(seconds === -1 ? {} : {retryAfterSeconds: seconds}),
    ...(reason === undefined ? {} : {reason}),
  };
}

interface Changes {
  readonly cutAt?: number | 'half';
  readonly slowMs?: number;
  readonly contentType?: string;
  readonly clockMs?: number;
}

function readChanges(words: Words, wrong: Wrong): Changes {
  const {bare, named} = words;
  const slow = named.get('slow');
  const type = named.get('type');
  const clock = named.get('clock');
  const cut = readNumber(words, 'truncate', /^\d{1,9}$/, -1, wrong);
  const changes = [slow, type, named.get('truncate')].some(value => value !== undefined);
  if (bare.has('drop') && (changes || bare.has('truncate') || clock !== undefined)) {
    throw wrong('drop answers nothing, so nothing of an answer can be changed with it');
  }
  if (type !== undefined && !/^[\w.+-]+\/[\w.+-]+(?:;[\w=.-]+)*$/.test(type)) {
    throw wrong(`type=${type} is no content type; write type=text/html for example`);
  }
  return {
    ...(bare.has('truncate') ? {cutAt: 'half' as const} : {}),
    ...(cut === -1 ? {} : {cutAt: cut}),
    ...(slow === undefined ? {} : {slowMs: readWait('slow', slow, wrong)}),
    ...(type === undefined ? {} : {contentType: type}),
    ...(clock === undefined ? {} : {clockMs: readSkew(clock, wrong)}),
  };
}

function readWait(name: string, value: string, wrong: Wrong): number {
  const ms = parseDuration(value);
  if (ms === undefined || ms === 0 || ms > longestWaitMs) {
    throw wrong(`${name}=${value} is no time up to 5m; write ${name}=200ms for example`);
  }
  return ms;
}

function readSkew(value: string, wrong: Wrong): number {
  const ms = /^[+-]/.test(value) ? parseDuration(value.slice(1)) : undefined;
  if (ms === undefined) throw wrong(`clock=${value} must be clock=+90s or clock=-90s for example`);
  return value.startsWith('-') ? -ms : ms;
}

function readNumber(
  {named}: Words,
  name: string,
  form: RegExp,
  otherwise: number,
  wrong: Wrong,
): number {
  const value = named.get(name);
  if (value === undefined) return otherwise;
  if (!form.test(value))
    throw wrong(`${name}=${value} is not possible; ${numberForms[name] ?? ''}`);
  return Number(value);
}

const numberForms: Readonly<Record<string, string>> = {
  p: 'write a probability above 0 up to 1, such as p=0.1',
  times: 'write how often it strikes, such as times=3',
  after: 'write how many requests are left alone first, such as after=2',
  'retry-after': 'write seconds, such as retry-after=2',
  truncate: 'write how many bytes come, such as truncate=100, or truncate alone for half',
};

function wrongFault(text: string, problem: string): Failure {
  const message = `The fault "${text}" cannot be used: ${problem}. An example: ${example}`;
  return new Failure('validation_error', message, {errors: {fault: message}, attempts: 0});
}
