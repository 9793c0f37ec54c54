import assert from 'node:assert/strict';
import fc from 'fast-check';
import {completeContentUrl, joinBase, normalBaseUrl} from '../../src/api/base-url.ts';
import {planRaw} from '../../src/api/plan-raw.ts';
import type {RequestPlan} from '../../src/api/request-plan.ts';
import {isFailure} from '../../src/base/failure.ts';
import type {FlagShape} from '../../src/commands/scan.ts';
import {knownFlags, refuseWrongFlags, scan} from '../../src/commands/scan.ts';
import {matchesGlob} from '../../src/host/policy.ts';
import {damaged, type FuzzTarget, hostileText, makeTarget} from './target.ts';

const bases = [
  'https://site.example',
  'https://site.example/',
  'http://127.0.0.1:8080/gate/way/',
  'https://API.site.example/ex/jira/1234',
  'https://site.example/wiki/api/v2',
  'https://site.example/a%20b/',
  'https://[::1]:8443/x',
];
const tricks = [
  '..',
  '/',
  '//',
  '\\',
  '@',
  ':',
  '#',
  '?',
  '%2e',
  '%2f',
  '\t',
  '\n',
  ' ',
  'https:',
  'evil.example',
  '\u0000',
  '；',
  '。',
  '％',
  'é',
];

const flags: readonly FlagShape[] = [
  {name: 'profile', short: 'p', type: 'string'},
  {name: 'id', type: 'list'},
  {name: 'jq', type: 'string'},
  {name: 'raw-output', short: 'r', type: 'boolean'},
  {name: 'pretty', type: 'boolean'},
];
const texts = flags.filter(flag => flag.type !== 'boolean');
const bare = hostileText.filter(text => !text.startsWith('-'));

/** Addresses, command lines and the patterns of policies. */
export const requestTargets: readonly FuzzTarget[] = [
  makeTarget({
    name: 'base-url',
    says: 'a base URL is refused as configuration, or has one normal form that leads where it says',
    inputs: fc.oneof(damaged(fc.constantFrom(...bases), tricks), hostileText, fc.webUrl()),
    check(text) {
      const base = refusedOr('config_error', () => normalBaseUrl(text));
      if (base === undefined) return;
      const url = new URL(base);
      assert.match(base, /^https?:\/\/[^/@?#]+(?:\/[^?#]*[^/?#])?$/);
      assert.equal(normalBaseUrl(base), base);
      assert.equal(new URL(joinBase('tracker', text, '/x/y?z')).href, `${base}/x/y?z`);
      const site = joinBase('content-v1', text, '').replace('/wiki/rest/api', '');
      assert.equal(new URL(site).origin, url.origin);
      assert.ok(base.startsWith(site));
      const complete = completeContentUrl(text);
      assert.equal(completeContentUrl(complete), complete);
    },
  }),
  makeTarget({
    name: 'raw',
    says: 'a raw path is refused as input, or the request goes to the origin of the base URL and stays below it',
    inputs: fc.record({
      base: fc.constantFrom(...bases),
      path: fc.oneof(
        hostileText,
        damaged(
          fc.constantFrom('/rest/api/3/x', 'x?a=b', ...bases.map(base => `${base}/rest`)),
          tricks,
        ),
      ),
      query: fc.array(fc.tuple(hostileText, hostileText), {maxLength: 2}),
    }),
    check({base, path, query}) {
      const target = {baseUrl: base};
      const plan = refusedOr('validation_error', () =>
        planRaw('tracker', {method: 'get', path, query}, target as Parameters<typeof planRaw>[2]),
      );
      if (plan !== undefined) checkRaw(plan, {base, path, query});
    },
  }),
  makeTarget({
    name: 'arguments',
    says: 'a command line gives back the words and the values it was made of, wherever they stand',
    inputs: fc.array(
      fc.oneof(
        fc.record({word: bare}),
        fc.record({flag: fc.constantFrom(...texts.map(flag => flag.name)), value: hostileText}),
        fc.record({flag: fc.constantFrom(...texts.map(flag => flag.name)), next: bare}),
        fc.record({on: fc.constantFrom('--pretty', '--raw-output', '-r')}),
      ),
      {maxLength: 8},
    ),
    check(parts) {
      const words: string[] = [];
      const values = new Map<string, string[]>();
      const add = (name: string, value: string) =>
        values.set(name, [...(values.get(name) ?? []), value]);
      const argv = parts.flatMap(part => {
        if ('word' in part) {
          words.push(part.word);
          return [part.word];
        }
        if ('on' in part) {
          add(part.on === '--pretty' ? 'pretty' : 'raw-output', 'true');
          return [part.on];
        }
        add(part.flag, 'value' in part ? part.value : part.next);
        return 'value' in part ? [`--${part.flag}=${part.value}`] : [`--${part.flag}`, part.next];
      });
      const scanned = scan(argv, knownFlags(flags));
      assert.deepEqual([...scanned.words], words);
      assert.deepEqual(new Map(scanned.texts), values);
    },
  }),
  makeTarget({
    name: 'any-arguments',
    says: 'any command line is taken apart or refused as a command, and every word of it is one that was typed',
    inputs: fc.array(
      fc.oneof(
        hostileText,
        fc.constantFrom(
          '-',
          '--',
          '---',
          '--jq',
          '--jq=',
          '-p',
          '-p=',
          '-pr',
          '-rp',
          '--no-pretty',
          '--pretty=no',
          '--=x',
          '-=',
          '--__proto__',
          '--constructor=1',
          '--id',
        ),
        hostileText.map(text => `-${text}`),
        hostileText.map(text => `--${text}`),
      ),
      {maxLength: 6},
    ),
    check(argv) {
      const scanned = scan(argv, knownFlags(flags));
      refusedOr('command_error', () => refuseWrongFlags(scanned, 'a hint'));
      if (scanned.problems.length > 0) return;
      for (const word of scanned.words) assert.ok(argv.includes(word), word);
      for (const [name, given] of scanned.texts) {
        assert.ok(flags.some(flag => flag.name === name));
        for (const value of given) {
          assert.ok(value === 'true' || argv.some(one => one.endsWith(value)), value);
        }
      }
    },
  }),
  makeTarget({
    name: 'policy',
    says: 'a pattern fits what stars, question marks and sets say, and no pattern is too much for it',
    inputs: fc.record({
      glob: fc.oneof(
        hostileText,
        fc.string({
          unit: fc.constantFrom('*', '?', 'a', 'b', ' ', '[', ']', '!', '-', '\\', '^', '.', '('),
          maxLength: 14,
        }),
      ),
      text: fc.string({unit: fc.constantFrom('a', 'b', ' ', '.', '-', ']', 'G'), maxLength: 12}),
    }),
    check({glob, text}) {
      const fits = refusedOr('config_error', () => matchesGlob(glob, text));
      if (fits === undefined) return;
      assert.equal(matchesGlob(`*${glob}*`, text) || !fits, true);
      assert.equal(matchesGlob('*', text), true);
      assert.equal(matchesGlob('?'.repeat(text.length), text), true);
      if (!/[[\]]/.test(glob))
        assert.equal(fits, fitsSimply(glob.toLowerCase(), text.toLowerCase()));
    },
  }),
];

interface RawCase {
  readonly base: string;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
}

function checkRaw(plan: RequestPlan, {base, path, query}: RawCase): void {
  const url = new URL(plan.url);
  const normal = normalBaseUrl(base);
  assert.equal(url.origin, new URL(normal).origin);
  assert.equal(url.username + url.password + url.hash, '');
  assert.equal(url.href, plan.url);
  assert.ok(plan.url.endsWith(plan.path), `${plan.url} ${plan.path}`);
  if (!/^[a-z][a-z0-9+.-]*:/i.test(path))
    assert.ok(`${url.origin}${url.pathname}`.startsWith(`${normal}/`));
  const last = query.length === 0 ? [] : [...url.searchParams].slice(-query.length);
  assert.deepEqual(last, query);
}

/** The outcome of what may be refused with one kind of failure; undefined when it was. */
function refusedOr<Value>(kind: string, work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (isFailure(error) && error.kind === kind) return undefined;
    throw error;
  }
}

/** The patterns without sets, by a table of what fits up to where. */
function fitsSimply(glob: string, text: string): boolean {
  let row = [true, ...Array.from(text, () => false)];
  for (const sign of glob.split('')) {
    const next = [sign === '*' && row[0] === true];
    for (let at = 1; at <= text.length; at++) {
      const one = row[at - 1] === true && (sign === '?' || sign === text[at - 1]);
      next.push(sign === '*' ? row[at] === true || next[at - 1] === true : one);
    }
    row = next;
  }
  return row[text.length] === true;
}
