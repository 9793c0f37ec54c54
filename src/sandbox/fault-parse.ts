import {Failure} from '../base/failure.ts';
import {nearestNames} from '../base/nearest.ts';
import type {Fault, FaultAnswer, FaultPages} from './fault.ts';
import {changeWords, cutInHalf, type MakeFaultError, readChange} from './fault-changes.ts';

const example = 'GET /rest/api/3/project*: 429 retry-after=2 p=0.1';
const methods = ['*', 'GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];
const bareWords = ['drop', 'reset', 'redirect', 'truncate', 'html', 'done'];

/** Words with a number, each with its format and an example for errors. */
const numberWords = {
  'retry-after': {form: /^\d{1,6}$/, says: 'write seconds, such as retry-after=2'},
  p: {
    form: /^(?:0?\.\d+|1(?:\.0+)?)$/,
    says: 'write a probability above 0 up to 1, such as p=0.1',
  },
  times: {form: /^[1-9]\d{0,8}$/, says: 'write how often the fault applies, such as times=3'},
  after: {
    form: /^\d{1,9}$/,
    says: 'write how many matching requests to skip first, such as after=2',
  },
} as const;

const changeNames = [...changeWords, 'pages'];
const valueWords = [...changeNames, 'redirect', 'reason', ...Object.keys(numberWords)];

/** The words of a fault: those without and with a value, and the status. */
interface FaultWords {
  readonly bare: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly status: number | undefined;
}

/**
 * Parse a fault such as `GET /rest/api/3/project*: 429 retry-after=2 p=0.1`: a method or `*`, a
 * path in which `*` matches any characters, then the effect and its frequency.
 *
 * @throws Failure 'validation_error' that says what to write
 */
export function parseFault(text: string): Fault {
  const wrong = (problem: string): Failure => wrongFault(text, problem);
  const [, head = '', tail = ''] = /^(.*?):(?:\s+(.*))?$/s.exec(text.trim()) ?? [];
  if (tail.trim() === '') throw wrong('a colon, a space and the fault must follow the path');
  const [method = '', glob = '', ...more] = head.trim().split(/\s+/);
  if (!methods.includes(method.toUpperCase())) {
    throw wrong(`"${method}" is not a method; use * for all methods`);
  }
  if (more.length > 0) throw wrong(`"${more[0]}" is unexpected before the colon`);
  if (!/^[/*]/.test(glob)) throw wrong(`the path "${glob}" must begin with / or *`);
  const words = readWords(tail, wrong);
  const instead = readAnswer(words, wrong);
  const changes = readChanges(words, wrong);
  const pages = readPages(words, wrong);
  const done = words.bare.has('done');
  if (done && instead === undefined) {
    throw wrong(
      'done works with a status, drop or reset only; other faults carry the request out anyway',
    );
  }
  if (instead === undefined && pages === undefined && changes.length === 0) {
    throw wrong(
      `it has no effect; add a status, html, drop, reset, redirect, truncate, or one of ${changeNames.map(word => `${word}=`).join(', ')}`,
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

function readWords(tail: string, wrong: MakeFaultError): FaultWords {
  const bare = new Set<string>();
  const named = new Map<string, string>();
  let status: number | undefined;
  for (const word of tail.trim().split(/\s+/)) {
    const at = word.indexOf('=');
    const name = at === -1 ? word : word.slice(0, at);
    if (/^\d+$/.test(word)) {
      if (status !== undefined) throw wrong(`it has two statuses, ${status} and ${word}`);
      status = Number(word);
    } else if (!(at === -1 ? bareWords : valueWords).includes(name)) {
      throw wrong(unknownWord(word, name, at !== -1));
    } else if (bare.has(name) || named.has(name)) {
      throw wrong(`${name} is given twice`);
    } else if (at === -1) {
      bare.add(name);
    } else {
      named.set(name, word.slice(at + 1));
    }
  }
  return {bare, values: named, status};
}

function unknownWord(word: string, name: string, hasValue: boolean): string {
  if (valueWords.includes(name)) return `${name} needs a value: ${name}=…`;
  if (bareWords.includes(name)) return `${name} takes no value`;
  const near = nearestNames(name, hasValue ? valueWords : [...bareWords, ...valueWords]);
  const hint = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
  return `"${word}" is not known${hint}`;
}

/** Return the word that closes the connection without a response; undefined without one. */
function closingWord({bare, status}: FaultWords): string | undefined {
  return ['drop', 'reset'].find(word => bare.has(word)) ?? (status === 101 ? '101' : undefined);
}

function readAnswer(words: FaultWords, wrong: MakeFaultError): FaultAnswer | undefined {
  const {bare, values: named, status} = words;
  const html = bare.has('html');
  const ofStatus = ['retry-after', 'reason'].filter(name => named.has(name));
  const closing = closingWord(words);
  if (closing !== undefined) {
    const others = [status === 101 ? undefined : status, html ? 'html' : undefined, ...ofStatus];
    const other = others.find(one => one !== undefined);
    if (other !== undefined) {
      throw wrong(`${closing} sends no response; ${other} cannot be combined with it`);
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
  // Gateways with an HTML error page usually send 502.
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

function readTarget(text: string | undefined, wrong: MakeFaultError): string | undefined {
  if (text === undefined || /^(?:https?:\/)?\/[!-~]+$/.test(text)) return text;
  throw wrong(`redirect=${text} must be a path or a URL; redirect alone repeats the request`);
}

function readChanges(words: FaultWords, wrong: MakeFaultError): Fault['changes'] {
  const {bare, values: named} = words;
  const closing = closingWord(words);
  if (
    closing !== undefined &&
    (bare.has('truncate') || changeNames.some(word => named.has(word)))
  ) {
    throw wrong(`${closing} sends no response to change`);
  }
  const read = changeWords
    .filter(word => named.has(word))
    .map(word => readChange(word, named.get(word) ?? '', wrong));
  return bare.has('truncate') ? [cutInHalf, ...read] : read;
}

function readPages({values: named}: FaultWords, wrong: MakeFaultError): FaultPages | undefined {
  const pages = named.get('pages');
  if (pages === undefined || pages === 'endless' || pages === 'same') return pages;
  throw wrong(`pages=${pages} is not possible; write pages=endless or pages=same`);
}

function readNumber(
  {values: named}: FaultWords,
  name: keyof typeof numberWords,
  wrong: MakeFaultError,
): number | undefined {
  const value = named.get(name);
  if (value === undefined) return undefined;
  const {form, says} = numberWords[name];
  if (!form.test(value)) throw wrong(`${name}=${value} is not possible; ${says}`);
  return Number(value);
}

function wrongFault(text: string, problem: string): Failure {
  const message = `Invalid fault "${text}": ${problem}. Example: ${example}`;
  return new Failure('validation_error', message, {errors: {fault: message}, attempts: 0});
}
