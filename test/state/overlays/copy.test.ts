import {describe, expect, test} from 'vitest';
import {webUrl} from '../../../src/state/overlays/copy/web-page.ts';
import {connect, makeHarness, openProjects} from '../../support/app-harness.ts';
import {stillWorld} from '../../support/still-world.ts';

describe('copying', () => {
  test('C lists what can be copied; a letter copies it', async () => {
    const harness = await openProjects();
    harness.press('C');
    const labels = harness.state().copyMenu?.items.map(item => item.label);
    expect(labels).toEqual(expect.arrayContaining(['id', 'key', 'URL', 'row as TSV', 'JSON']));
    harness.press('u');
    expect(harness.copied).toEqual(['https://site.example/projects/HPAY']);
    expect(harness.state().notice?.text).toContain('copied URL: https://site.example/');
    harness.press('C', 'j', 'enter');
    expect(harness.copied.at(-1)).toBe('HPAY');
  });

  test('a row is one line of tab-separated cells', async () => {
    const harness = await openProjects();
    harness.press('C', 'r');
    expect(harness.copied[0]?.split('\t').slice(0, 2)).toEqual(['HPAY', 'Harbour Payments']);
  });

  test('esc copies nothing, and the keys below do not see it', async () => {
    const harness = await openProjects();
    harness.press('C', 'esc');
    expect(harness.copied).toEqual([]);
    expect(harness.state().locations).toHaveLength(2);
  });

  test('c copies the id of what is described, too', async () => {
    const harness = await openProjects();
    harness.press('d');
    await harness.settle();
    harness.press('c');
    expect(harness.copied).toEqual(['10000']);
  });

  test('what is too long for the clipboard is not said to be copied', async () => {
    const harness = await openProjects(makeHarness({...stillWorld(), clipboard: 100}));
    harness.press('C', 'J');
    expect(harness.copied).toEqual([]);
    expect(harness.state().notice).toMatchObject({
      text: expect.stringMatching(/^\d kB exceed the terminal’s clipboard limit; E /),
      stays: true,
    });
  });
});

describe('the page of an object', () => {
  test('o opens it in the browser', async () => {
    const harness = await openProjects();
    harness.press('o');
    await harness.settle();
    expect(harness.browsed).toEqual(['https://site.example/projects/HPAY']);
    expect(harness.copied).toEqual([]);
  });

  test('without a browser URL shown and copied', async () => {
    const harness = await openProjects(makeHarness({...stillWorld(), browser: false}));
    harness.press('o');
    await harness.settle();
    expect(harness.copied).toEqual(['https://site.example/projects/HPAY']);
    expect(harness.state().notice?.text).toBe(
      'no browser found; copied: https://site.example/projects/HPAY',
    );
  });

  test('what has no page says so', () => {
    const harness = makeHarness();
    harness.press('o');
    expect(harness.browsed).toEqual([]);
    expect(harness.state().notice?.text).toBe('this object has no page on the site');
  });

  test.each([
    ['//evil.example/x', undefined],
    ['https://evil.example/', undefined],
    ['javascript:alert(1)', undefined],
    ['/spaces/A/blog/1', 'https://site.example/wiki/spaces/A/blog/1'],
    ['/wiki/spaces/A/blog/1', 'https://site.example/wiki/spaces/A/blog/1'],
  ])('a page named %s leads to %s', (webui, url) => {
    const harness = makeHarness(stillWorld());
    connect(harness);
    harness.press(':', 'blog', 'enter');
    const view = harness.state().locations.at(-1)?.views[0];
    const text = JSON.stringify({id: '1', title: 'x', _links: {webui}});
    const key = view?.key ?? 0;
    const page = {source: 0, first: true, items: [text], total: 1, more: false, atMs: 0};
    harness.dispatch({kind: 'page', view: key, ...page});
    expect(webUrl(harness.state())).toBe(url);
  });
});
