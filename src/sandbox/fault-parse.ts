import {Failure} from '../base/failure.ts';
import {nearestNames} from '../base/nearest.ts';
import type {Fault, FaultAnswer, FaultEffects} from './fault.ts';
import {changeWords, readChange, type Wrong} from './fault-changes.ts';

const example = 'GET /rest/api/3/project*: 429 retry-after=2 p=0.1';
const methods = ['*', 'GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];
const bareWords = ['drop', 'reset', 'redirect', 'truncate', 'html', 'done'];
const namedWords = [...changeWords, 'redirect', 'retry-after', 'reason', 'p', 'times', 'after'];

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
    throw wrong('done is for a status, drop and reset: without them it is carried out anyway');
  }
  if (Object.keys(effects).length === 1) {
    throw wrong(
      `nothing is to happen; add a status, html, drop, reset, redirect, truncate, or one of ${changeWords.map(word => `${word}=`).join(', ')}`,
    );
  }
  const number = (name: string, form: RegExp, otherwise: number): number =>
    readNumber(words, name, form, otherwise, wrong);
  const chance = number('p', /^(?:0?\.\d+|1(?:\.0+)?)$/, 1);
  if (chance === 0) throw wrong('p must be more than 0, up to 1');
  const times = number('times', /^[1-9]\d{0,8}$/, Number.POSITIVE_INFINITY);
  const after = number('after', /^\d{1,9}$/, 0);
  return {text: text.trim(), method: method.toUpperCase(), glob, effects, chance, times, after};
}

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
  const silent = silentWords.find(word => bare.has(word)) ?? (status === 101 ? '101' : undefined);
  if (silent !== undefined) {
    const others = [status === 101 ? undefined : status, html ? 'html' : undefined, ...ofStatus];
    const other = others.find(one => one !== undefined);
    if (other !== undefined) {
      throw wrong(`${silent} answers nothing, so ${other} cannot be with it`);
    }
    return {kind: status === 101 ? 'upgrade' : bare.has('drop') ? 'drop' : 'reset'};
  }
  if (bare.has('redirect') || named.has('redirect')) {
    if (status !== undefined || html) throw wrong('redirect has a status of its own, 302');
    return {kind: 'redirect', ...withTarget(named.get('redirect'), wrong)};
  }
  if (status === undefined && !html) {
    if (ofStatus.length === 0) return undefined;
    throw wrong(`${ofStatus[0]} needs a status, such as 429`);
  }
  // A gateway that has an error page of its own says so most often with 502.
  const code = status ?? 502;
  const fits = (code >= 400 && code <= 599) || (html && code === 200);
  if (!fits) {
    throw wrong(`the status ${code} must be from 400 to 599, 101, or 200 with html`);
  }
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

/** The words that end the connection instead of answering. */
const silentWords = ['drop', 'reset'];

function withTarget(text: string | undefined, wrong: Wrong): {readonly to?: string} {
  if (text === undefined) return {};
  if (!/^(?:https?:\/)?\/[!-~]+$/.test(text)) {
    throw wrong(`redirect=${text} must be a path or a URL, or nothing for the same again`);
  }
  return {to: text};
}

function readChanges({bare, named, status}: Words, wrong: Wrong): Partial<FaultEffects> {
  const silent = silentWords.find(word => bare.has(word)) ?? (status === 101 ? '101' : undefined);
  const changes = changeWords.filter(word => named.has(word));
  if (silent !== undefined && (changes.length > 0 || bare.has('truncate'))) {
    throw wrong(`${silent} answers nothing, so nothing of an answer can be changed with it`);
  }
  const read = changes.map(word => readChange(word, named.get(word) ?? '', wrong));
  return Object.assign({}, bare.has('truncate') ? {cutAt: 'half'} : {}, ...read);
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
};

function wrongFault(text: string, problem: string): Failure {
  const message = `The fault "${text}" cannot be used: ${problem}. An example: ${example}`;
  return new Failure('validation_error', message, {errors: {fault: message}, attempts: 0});
}
