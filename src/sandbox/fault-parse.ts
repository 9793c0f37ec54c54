import {Failure} from '../base/failure.ts';
import {nearestNames} from '../base/nearest.ts';
import type {Fault, FaultAnswer, FaultPages} from './fault.ts';
import {changeWords, cutInHalf, readChange, type Wrong} from './fault-changes.ts';

const example = 'GET /rest/api/3/project*: 429 retry-after=2 p=0.1';
const methods = ['*', 'GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];
const bareWords = ['drop', 'reset', 'redirect', 'truncate', 'html', 'done'];

/** Words with a number: what it looks like, and what to write. */
const numberWords = {
  'retry-after': {form: /^\d{1,6}$/, says: 'write seconds, such as retry-after=2'},
  p: {
    form: /^(?:0?\.\d+|1(?:\.0+)?)$/,
    says: 'write a probability above 0 up to 1, such as p=0.1',
  },
  times: {form: /^[1-9]\d{0,8}$/, says: 'write how often it strikes, such as times=3'},
  after: {
    form: /^\d{1,9}$/,
    says: 'write how many requests are left alone first, such as after=2',
  },
} as const;

const changing = [...changeWords, 'pages'];
const namedWords = [...changing, 'redirect', 'reason', ...Object.keys(numberWords)];

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
  const changes = readChanges(words, wrong);
  const pages = readPages(words, wrong);
  const done = words.bare.has('done');
  if (done && instead === undefined) {
    throw wrong('done is for a status, drop and reset: without them it is carried out anyway');
  }
  if (instead === undefined && pages === undefined && changes.length === 0) {
    throw wrong(
      `nothing is to happen; add a status, html, drop, reset, redirect, truncate, or one of ${changing.map(word => `${word}=`).join(', ')}`,
    );
  }
  const chance = readNumber(words, 'p', wrong) ?? 1;
  if (chance === 0) throw wrong('p must be more than 0, up to 1');
  return {
    text: text.trim(),
    method: method.toUpperCase(),
    glob,
    instead,
    done,
    pages,
    changes,
    chance,
    times: readNumber(words, 'times', wrong) ?? Number.POSITIVE_INFINITY,
    after: readNumber(words, 'after', wrong) ?? 0,
  };
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

/** The word that ends the connection instead of answering; undefined when there is none. */
function silentWord({bare, status}: Words): string | undefined {
  return ['drop', 'reset'].find(word => bare.has(word)) ?? (status === 101 ? '101' : undefined);
}

function readAnswer(words: Words, wrong: Wrong): FaultAnswer | undefined {
  const {bare, named, status} = words;
  const html = bare.has('html');
  const ofStatus = ['retry-after', 'reason'].filter(name => named.has(name));
  const silent = silentWord(words);
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
    return {kind: 'redirect', to: readTarget(named.get('redirect'), wrong)};
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
  const retryAfterSeconds = readNumber(words, 'retry-after', wrong);
  const reason = named.get('reason');
  if (reason !== undefined && !/^[\w.-]+$/.test(reason)) throw wrong('reason must be one word');
  return {kind: 'status', status: code, html, retryAfterSeconds, reason};
}

function readTarget(text: string | undefined, wrong: Wrong): string | undefined {
  if (text === undefined || /^(?:https?:\/)?\/[!-~]+$/.test(text)) return text;
  throw wrong(`redirect=${text} must be a path or a URL, or nothing for the same again`);
}

function readChanges(words: Words, wrong: Wrong): Fault['changes'] {
  const {bare, named} = words;
  const silent = silentWord(words);
  if (silent !== undefined && (bare.has('truncate') || changing.some(word => named.has(word)))) {
    throw wrong(`${silent} answers nothing, so nothing of an answer can be changed with it`);
  }
  const read = changeWords
    .filter(word => named.has(word))
    .map(word => readChange(word, named.get(word) ?? '', wrong));
  return bare.has('truncate') ? [cutInHalf, ...read] : read;
}

function readPages({named}: Words, wrong: Wrong): FaultPages | undefined {
  const pages = named.get('pages');
  if (pages === undefined || pages === 'endless' || pages === 'same') return pages;
  throw wrong(`pages=${pages} is not possible; write pages=endless or pages=same`);
}

function readNumber(
  {named}: Words,
  name: keyof typeof numberWords,
  wrong: Wrong,
): number | undefined {
  const value = named.get(name);
  if (value === undefined) return undefined;
  const {form, says} = numberWords[name];
  if (!form.test(value)) throw wrong(`${name}=${value} is not possible; ${says}`);
  return Number(value);
}

function wrongFault(text: string, problem: string): Failure {
  const message = `The fault "${text}" cannot be used: ${problem}. An example: ${example}`;
  return new Failure('validation_error', message, {errors: {fault: message}, attempts: 0});
}
