import {bases, type DrawnRequest, image, type Pools} from './answer-requests.ts';

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** A body that updates an item, if the number is the one after its version. */
function itemOf(kind: string, number: number): unknown {
  return {
    id: `{${kind}}`,
    type: 'ac:risk-register:risk',
    status: 'current',
    title: `Version ${number}`,
    body: {representation: 'storage', value: '<p>New &amp; better</p>'},
    version: {number, message: 'why'},
  };
}

/**
 * Requests that hardly come about by chance, by operation: `{…}` are kinds of things, in whose
 * place the first of them stands.
 */
const chosen: Readonly<Record<string, readonly (readonly [string, unknown?])[]>> = {
  'tracker/project/delete-actor': [
    ['POST project/HPAY/role/10003', {user: ['{user}']}],
    ['DELETE project/HPAY/role/10003?user={user}'],
    ['POST project/HPAY/role/10003', {group: ['site-admins']}],
    ['POST project/HPAY/role/10003', {group: ['site-admins']}],
    ['DELETE project/HPAY/role/10003?group=site-admins'],
    ['DELETE project/HPAY/role/10003?group=site-admins&user={user}'],
  ],
  'tracker/project/delete-avatar': [
    ['DELETE project/HPAY/avatar/10400'],
    ['POST project/HPAY/avatar2', 'image'],
    ['PUT project/HPAY/avatar', {id: '20012'}],
    ['DELETE project/HPAY/avatar/20012'],
    ['GET project/HPAY/avatars'],
  ],
  'tracker/statuses/delete-by-id': [
    [
      'POST statuses',
      {scope: {type: 'GLOBAL'}, statuses: [{name: 'Made', statusCategory: 'TODO'}]},
    ],
    ['DELETE statuses?id=100000&id=1'],
    ['DELETE statuses?id=100000'],
    ['GET statuses?id=100000'],
  ],
  'tracker/task/cancel': [
    ['DELETE priority/10000?replaceWith=3'],
    ['DELETE priority/10000?replaceWith=3'],
    ['POST task/1/cancel'],
    ['GET task/1'],
    ['GET task/1'],
    ['GET task/1'],
    ['GET task/1'],
    ['POST task/1/cancel'],
  ],
  'tracker/version/update-related-work': [
    ['POST version/10000/relatedwork', {category: 'Design', title: 't', url: 'https://a.example/'}],
    ['GET version/10000/relatedwork'],
  ],
  'content/admin-key/get-admin-key': [
    ['POST /admin-key', {durationInMinutes: 20}],
    ['GET /admin-key'],
    ['DELETE /admin-key'],
    ['GET /admin-key'],
  ],
  'content/blogposts/update-blog-post': [
    ...numbers.map(number => ['PUT /blogposts/{blog post}', itemOf('blog post', number)] as const),
    ['GET /blogposts/{blog post}?body-format=view&include-versions=true'],
    ['GET /blogposts/{blog post}/versions?body-format=storage'],
  ],
  'content/custom-content/update-custom-content': [
    ...numbers.map(
      number => ['PUT /custom-content/{custom content}', itemOf('custom content', number)] as const,
    ),
  ],
  'content/blogposts/post-redact-blog': [
    ['POST /blogposts/{blog post}/redact', {title: {redactions: [{pointer: '', from: 0, to: 3}]}}],
    [
      'POST /blogposts/{blog post}/redact',
      {
        cleanHistory: true,
        body: {
          redactions: [
            {pointer: '/content/0/content/0/text', from: 0, to: 4, reason: 'why'},
            {pointer: '/content/0/content/0/text', from: 2, to: 6},
            {pointer: '/content/0/content/0'},
          ],
        },
      },
    ],
    ['POST /blogposts/{blog post}/redact', {body: {redactions: [{pointer: '/content/99'}]}}],
    ['GET /blogposts/{blog post}?body-format=storage&include-versions=true'],
  ],
};

/** The requests of an operation that are not drawn, all of them by the keeper. */
export function chosenRequests(id: string, pools: Pools): readonly DrawnRequest[] {
  return (chosen[id] ?? []).map(([line, given]) => {
    const filled = (text: string) =>
      text.replace(/\{([a-z ]+)\}/g, (_, kind: string) => pools[kind]?.[0] ?? kind);
    const [method = '', path = ''] = line.split(/ (.*)/);
    const base = path.startsWith('/') ? bases.content : '/rest/api/3/';
    const isImage = given === 'image';
    const headers = {'content-type': isImage ? 'image/png' : 'application/json'};
    return {
      method,
      target: base + filled(path),
      headers: isImage ? {...headers, 'x-atlassian-token': 'no-check'} : headers,
      body: isImage ? new Uint8Array(image) : given ? filled(JSON.stringify(given)) : '',
      account: 0,
    };
  });
}
