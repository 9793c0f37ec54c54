import {describe, expect, test} from 'vitest';
import {splitWords} from '../../../../src/base/shell-words.ts';
import {compileFilter} from '../../../../src/output/select.ts';
import {deliveryReader} from '../../../../src/screens/webhooks/monitor/delivery-lines.ts';
import {monitorChart} from '../../../../src/screens/webhooks/monitor/monitor-rate.ts';
import {monitorOf} from '../../../../src/screens/webhooks/monitor/monitor-state.ts';
import {factsOfDelivery} from '../../../../src/screens/webhooks/monitor/record-names.ts';
import {currentLocation, viewOf} from '../../../../src/state/model/state.ts';
import {bodyLines} from '../../../../src/state/model/viewport.ts';
import {commandShown} from '../../../../src/state/overlays/copy/copy.ts';
import {webUrl} from '../../../../src/state/overlays/copy/web-page.ts';
import {previewLines} from '../../../../src/state/overlays/preview/preview.ts';
import {cellOf} from '../../../../src/state/views/list/cells.ts';
import {visibleRows} from '../../../../src/state/views/list/rows.ts';
import {type AppHarness, listOf, makeHarness, namesOf} from '../../../support/app-harness.ts';
import {nowMs} from '../../../support/app-world.ts';
import {polled} from '../../../support/deliveries.ts';
import {failingHooks, watching} from '../../../support/failing-hooks.ts';

const hour = 3_600_000;

const created = {
  webhookEvent: 'jira:issue_created',
  matchedWebhookIds: [7, 8],
  issue: {key: 'HPAY-7', fields: {summary: 'Nothing is settled'}},
  user: {displayName: 'Ann Lee'},
};
const released = {
  webhookEvent: 'jira:version_released',
  project: {key: 'LMA'},
  version: {name: '3.0'},
};

async function watched(columns = 120): Promise<AppHarness> {
  const harness = makeHarness({tracker: failingHooks().tracker, columns, rows: 40});
  await harness.settle();
  harness.press(':', 'wh failed', 'enter');
  await harness.settle();
  const records = [created, created, released, 'not json {'].map((body, i) => ({
    id: `d${i}`,
    text: JSON.stringify({
      id: `d${i}`,
      url: 'https://a.example/x',
      failureTime: nowMs - (i + 1) * hour,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
    timeMs: nowMs - (i + 1) * hour,
    target: 'a.example/x',
  }));
  harness.dispatch(polled(records));
  return harness;
}

describe('what a delivery was about', () => {
  test('is read from its body', () => {
    expect(factsOfDelivery({body: JSON.stringify(created)})).toEqual({
      event: 'issue_created',
      issue: 'HPAY-7',
      project: 'HPAY',
      user: 'Ann Lee',
      about: 'Nothing is settled',
    });
    expect(factsOfDelivery({body: JSON.stringify(released)})).toMatchObject({
      event: 'version_released',
      issue: '',
      project: 'LMA',
      about: '3.0',
    });
  });

  test('is not known where the body is cut off, no JSON or not there', () => {
    const nothing = {event: '', issue: '', project: '', user: '', about: ''};
    const cut = '{"webhookEvent":"jira:iss';
    expect(factsOfDelivery({body: cut})).toEqual({...nothing, about: cut});
    expect(factsOfDelivery({body: 'plain\ntext'})).toEqual({...nothing, about: 'plain'});
    expect(factsOfDelivery({url: 'x'})).toEqual(nothing);
  });
});

test('records show it as columns, and o leads to the issue', async () => {
  const harness = await watched();
  harness.press('2');
  const view = listOf(harness);
  const [first] = view.rows.filter(row => row.name === 'd0');
  if (first === undefined) throw new Error('the record is buffered');
  const shown = view.resource.columns
    .filter(({id}) => ['event', 'issue', 'project', 'user'].includes(id))
    .map(column => cellOf(column, first, nowMs, 20).text);
  expect(shown).toEqual(['issue_created', 'HPAY-7', 'HPAY', 'Ann Lee']);
  expect(webUrl(harness.state())).toMatch(/\/browse\/HPAY-7$/);
});

test('b groups failures by event and by project, enter leads to those', async () => {
  const harness = await watched();
  expect(namesOf(harness)).toEqual(['a.example/x']);
  harness.press('b');
  expect([...namesOf(harness)].sort()).toEqual(['issue_created', 'not given', 'version_released']);
  harness.press('b');
  expect([...namesOf(harness)].sort()).toEqual(['HPAY', 'LMA', 'not given']);
  harness.press('/', 'LMA', 'enter', 'enter');
  await harness.settle();
  expect(currentLocation(harness.state()).crumb).toBe('LMA');
  expect(namesOf(harness)).toEqual(['d2']);
});

test.each(['event', 'project', 'issue', 'user', 'webhook', '/body/version/name'])(
  'the command of the records of a group by %s lists those that are shown',
  async by => {
    const harness = await watched();
    harness.press(':', `group-by ${by}`, 'enter');
    const groups = listOf(harness).rows.length;
    expect(groups).toBeGreaterThan(1);
    for (let i = 0; i < groups; i++) {
      harness.press(...Array<string>(i).fill('j'), 'enter');
      await harness.settle();
      const command = splitWords(commandShown(harness.state(), harness.app.registry) ?? '');
      const words = 'words' in command ? command.words : [];
      const filter = await compileFilter(words[words.indexOf('--jq') + 1] ?? '');
      const values = monitorOf(harness.state()).buffered.map(({text}) => JSON.parse(text));
      const {outputs} = await filter.apply(JSON.stringify({values}), 0);
      expect(outputs.map(text => JSON.parse(text).id)).toEqual(namesOf(harness).toSorted());
      harness.press('esc');
      await harness.settle();
      harness.press('g');
    }
  },
);

test('the preview of an address tells when it failed, and of which events', async () => {
  const harness = await watched();
  const text = previewLines(harness.state())
    .map(line => line.map(span => span.text).join(''))
    .join('\n');
  expect(text).toMatch(/24 h +4 █+/);
  expect(text).toMatch(/2 +issue_created/);
  expect(text).toMatch(/1 +LMA/);
});

test('a chart stands over the lists where there is room, and takes its lines from them', async () => {
  const harness = await watched();
  const chart = monitorChart(harness.state()).map(line => line.map(span => span.text).join(''));
  expect(chart).toHaveLength(2);
  expect(chart.join()).toMatch(/█.* 4 in 72 h/);
  const withChart = bodyLines(harness.state());
  harness.dispatch({kind: 'resized', columns: 120, rows: 23});
  expect(bodyLines(harness.state())).toBe(withChart - 17 + 2);
});

test('no list, preview or reader of the monitor shows the query of an address', async () => {
  const hooks = failingHooks();
  hooks.fail('ci.example/hook?token=s3cret', hour, '{"webhookEvent":"jira:issue_created"}');
  const harness = await watching(hooks, {columns: 200, rows: 40});
  const shown: string[] = [];
  const look = (): void => {
    const view = listOf(harness);
    for (const row of visibleRows(view).rows)
      shown.push(...view.resource.columns.map(column => cellOf(column, row, nowMs, 80, true).text));
    shown.push(...previewLines(harness.state()).map(line => line.map(({text}) => text).join('')));
  };
  for (const tab of ['1', '2', '3']) {
    harness.press(tab);
    await harness.settle();
    look();
  }
  harness.press('2', 'enter');
  const read = viewOf(harness.state(), 'text')?.text ?? '';
  const place = {columns: 120, nowMs, own: harness.state().own};
  shown.push(...deliveryReader.lines(read, place).map(line => line.map(({text}) => text).join('')));
  expect(read).toContain('s3cret');
  expect(shown.join('\n')).toContain('ci.example/hook');
  expect(shown.join('\n')).not.toContain('s3cret');
});
