import type {AnsweringClient} from './answering-client.ts';
import {fakeContent, nowMs} from './app-world.ts';

const minute = 60_000;
const lines = Array.from({length: 9}, (_, i) => `<p>Line ${i} stays as it is.</p>`).join('');
const versions: Readonly<Record<string, string>> = {
  '2': `<h1>Notes</h1><p>We ship on Monday.</p>${lines}<p>The end.</p>`,
  '3': `<h1>Notes</h1><p>We ship on Friday.</p>${lines}<p>The end of it.</p><p>More.</p>`,
};
const node = (id: string, parentId: string, type: string, title: string) => ({
  id,
  parentId,
  type,
  title,
  status: 'current',
});

/**
 * A content service with two versions of a post, a tree below a whiteboard and an active admin key.
 */
export function contentWorld(because: string): AnsweringClient {
  const content = fakeContent(because);
  const {answers} = content;
  answers['content/blogposts/get-blog-post-versions'] = {
    pages: [
      [3, 2].map(number => ({
        number,
        message: `save ${number}`,
        authorId: 'a1',
        createdAt: '2026-11-20T08:00:00.000Z',
      })),
    ],
  };
  answers['content/blogposts/get-blog-post-by-id'] = given => {
    const number = given.inputs?.version?.[0] ?? '3';
    const body = {storage: {value: versions[number]}};
    const version = {number: Number(number), createdAt: '2026-11-20T08:00:00.000Z'};
    return {object: {id: '900', title: 'Release notes', version, body}};
  };
  answers['content/whiteboards/get-descendants'] = {
    object: {
      results: [
        node('1', '70', 'whiteboard', 'Story map'),
        node('2', '70', 'page', 'Notes'),
        node('3', '1', 'whiteboard', 'Retrospective'),
        node('4', '1', 'database', 'Risks'),
        node('5', '3', 'whiteboard', '配色の案'),
      ],
    },
  };
  const expirationTime = new Date(nowMs + minute * 8 + 41_000).toISOString();
  answers['content/admin-key/get-admin-key'] = {object: {accountId: 'a1', expirationTime}};
  return content;
}
