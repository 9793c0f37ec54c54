import {expect, test} from 'vitest';
import type {Traffic} from '../../../src/api/client.ts';
import {currentView} from '../../../src/state/model/state.ts';
import {addTraffic, exchangeText, noTraffic} from '../../../src/state/model/traffic-log.ts';
import {commandShown} from '../../../src/state/overlays/copy/copy.ts';
import {layOutList, listWidth} from '../../../src/state/views/list/column-layout.ts';
import {rowLine} from '../../../src/state/views/list/list-lines.ts';
import {linesOfText} from '../../../src/state/views/text/text-lines.ts';
import {type AppHarness, listOf, makeHarness} from '../../support/app-harness.ts';
import {stillWorld} from '../../support/still-world.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A request that ended. */
function exchange(harness: AppHarness, command: string, traffic?: Traffic, durationMs = 12): void {
  harness.dispatch({
    kind: 'exchange',
    exchange: {
      method: 'GET',
      url: 'https://site.example/rest/api/3/version/1',
      status: 200,
      durationMs,
      attempt: 1,
      bytes: 20,
      cached: false,
    },
    traffic,
    command,
    atMs: 0,
  });
}

const traffic: Traffic = {
  requestHeaders: {accept: 'application/json', authorization: '(hidden)'},
  answerHeaders: {'content-type': 'application/json'},
  answerBody: bytes('{"id":12345678901234567890}'),
};

function linesShown(harness: AppHarness): string[] {
  const view = currentView(harness.state());
  if (view.kind !== 'text') throw new Error('no text');
  return linesOfText(view, harness.state()).map(line => line.map(span => span.text).join(''));
}

test('enter on an entry shows request and response, and Y its command', () => {
  const harness = makeHarness();
  exchange(harness, 'jr version get --id 1 -p test', traffic);
  harness.press('L', 'enter');
  const lines = linesShown(harness);
  expect(lines).toContain('GET https://site.example/rest/api/3/version/1');
  expect(lines).toContain('  authorization: (hidden)');
  expect(lines).toContain('200  12 ms, 20 bytes');
  expect(lines).toContain('  "id": 12345678901234567890');
  expect(commandShown(harness.state(), harness.app.registry)).toBe('jr version get --id 1 -p test');
});

test('. sends a read again and shows its answer; a write is not repeated', async () => {
  const harness = makeHarness(stillWorld());
  exchange(harness, 'jr version get --id 1 -p test');
  harness.press('L', '.');
  await harness.settle();
  expect(commandShown(harness.state(), harness.app.registry)).toBe('jr version get --id 1 -p test');
  expect(currentView(harness.state()).kind).toBe('text');
  exchange(harness, 'jr version delete --id 1 -p test');
  harness.press('esc', 'g');
  expect(listOf(harness).resource.id).toBe('command-log');
  harness.press('.');
  expect(harness.state().notice?.text).toBe('only reads can be repeated');
});

test('what is held of the bodies is bounded, and what went is said to be gone', () => {
  const big: Traffic = {requestHeaders: {}, answerHeaders: {}, answerBody: new Uint8Array(900_000)};
  let log = noTraffic;
  for (let number = 1; number <= 20; number++) log = addTraffic(log, number, big);
  expect(log.bytes).toBeLessThanOrEqual(8_000_000);
  expect(log.entries.map(one => one.number)).toEqual([13, 14, 15, 16, 17, 18, 19, 20]);
  const huge = {...big, answerBody: new Uint8Array(1_000_001)};
  expect(addTraffic(log, 21, huge)).toBe(log);
  let many = noTraffic;
  for (let number = 1; number <= 300; number++) many = addTraffic(many, number, traffic);
  expect(many.entries).toHaveLength(200);
  expect(many.bytes).toBe(200 * 27);
  const entry = JSON.stringify({
    number: 1,
    method: 'GET',
    url: 'u',
    status: '200',
    duration_ms: 1,
    bytes: 1,
    attempt: 1,
    cached: false,
    command: 'c',
  });
  expect(exchangeText(many, entry)).toContain('body not stored: only the last 200 exchanges');
});

test('a body that is no JSON is shown as the text it is', () => {
  const log = addTraffic(noTraffic, 1, {
    requestHeaders: {},
    requestBody: 'a=1',
    answerBody: bytes('<html>\n'),
  });
  const entry = JSON.stringify({
    number: 1,
    method: 'POST',
    url: 'u',
    status: '502',
    duration_ms: 1,
    bytes: 1,
    attempt: 2,
    cached: false,
    command: 'c',
  });
  expect(JSON.parse(exchangeText(log, entry))).toMatchObject({
    request: {body: 'a=1'},
    response: {body: '<html>\n', attempt: 2},
  });
});

test('a slow request after many fast ones shows its whole duration', () => {
  const harness = makeHarness();
  harness.dispatch({kind: 'resized', columns: 80, rows: 24});
  for (let i = 0; i < 310; i++) exchange(harness, 'jr version get --id 1 -p test');
  harness.press('L');
  exchange(harness, 'jr version get --id 2 -p test', undefined, 12_345);
  const view = listOf(harness);
  const {placed} = layOutList(view, listWidth(harness.state()));
  const lines = view.rows.map(row =>
    rowLine(placed, row, 0)
      .map(({text}) => text)
      .join(''),
  );
  expect(lines.filter(line => line.includes(' 12345 '))).toHaveLength(1);
});
