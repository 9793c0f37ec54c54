import {expect, test} from 'vitest';
import {contentRef} from '../../../src/api/operation-ref.ts';
import {resolveCall} from '../../../src/api/resolve-call.ts';
import {isFailure} from '../../../src/base/failure.ts';
import {goTo} from '../../../src/state/locations/go-to.ts';
import {whyNotOnItems} from '../../../src/state/write/item-permissions.ts';
import {type AppHarness, listOf, makeHarness} from '../../support/app-harness.ts';
import {formOf} from '../../support/form-steps.ts';
import {settled} from '../../support/live-app.ts';
import {ownWorld} from '../../support/still-world.ts';

async function postsAs(account: string): Promise<AppHarness> {
  const {tracker, content} = ownWorld(account);
  const app = makeHarness({tracker, content, columns: 160, rows: 50, permissions: true});
  await settled(app);
  app.do(goTo({screen: 'blog-posts', args: []}));
  await settled(app);
  return app;
}

/** Open the menu of a post by its position. */
async function menuOn(app: AppHarness, at: number): Promise<void> {
  app.press('g', ...Array<string>(at).fill('j'), 'x');
  await settled(app);
}

/** Whether the sandbox refuses to delete a post. */
async function isKept(post: string, account: string): Promise<boolean> {
  const call = resolveCall(contentRef('blogposts delete-blog-post', {id: [post]}), {}, 0);
  try {
    return (await ownWorld(account).send(call)).status >= 400;
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown;
    return true;
  }
}

test.each(['member', 'project-admin'])(
  'the menu on a post greys what the service refuses %s, after one read of that post',
  async account => {
    const app = await postsAs(account);
    const posts = listOf(app).rows.slice(0, 25);
    const refused: string[] = [];
    for (const [at, {id, name}] of posts.entries()) {
      const before = app.state().requests;
      await menuOn(app, at);
      expect(app.state().requests - before, name).toBe(1);
      const {write} = app.state();
      if (write?.stage !== 'menu') throw new Error('no menu');
      const shown = write.entries.flatMap(one =>
        one.kind === 'verb' && one.use.verb.id === 'delete' ? [one.reason] : [],
      );
      const isRefused = await isKept(id, account);
      expect(shown, name).toEqual([isRefused ? 'needs permission to delete it' : undefined]);
      if (isRefused) refused.push(name);
      app.press('esc');
      await menuOn(app, at);
      expect(app.state().requests - before, name).toBe(1);
      app.press('esc');
    }
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(posts.length);
  },
);

test('a form that opens by its letter knows it too, and a write makes the program ask again', async () => {
  const app = await postsAs('member');
  const at = listOf(app).rows.findIndex(({name}) => name === 'Everything a post can hold');
  app.press('g', ...Array<string>(at).fill('j'), 'e');
  await settled(app);
  const {operation, use} = formOf(app);
  expect(whyNotOnItems(app.state(), operation, use)).toBe('needs permission to update it');
  app.press('esc');
  app.dispatch({kind: 'write', event: {kind: 'finished', run: 1, wrote: []}});
  expect(whyNotOnItems(app.state(), operation, use)).toBeUndefined();
  const before = app.state().requests;
  app.press('x');
  await settled(app);
  expect(app.state().requests - before).toBe(1);
  expect(whyNotOnItems(app.state(), operation, use)).toBe('needs permission to update it');
});
