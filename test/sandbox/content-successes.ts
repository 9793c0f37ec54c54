import type {Desk, Success} from './tracker-successes.ts';

const v2 = '/wiki/api/v2';
const storage = {representation: 'storage', value: '<p>one</p>'};
const type = 'ac:risk-register:risk';

async function spaceId({get}: Desk): Promise<string> {
  return (await get(`${v2}/spaces`)).json.results[0].id;
}

/** A blog post of the world, with all that belongs to it. */
async function somePost({get}: Desk): Promise<string> {
  return `${v2}/blogposts/${(await get(`${v2}/blogposts`)).json.results[0].id}`;
}

async function makePost(desk: Desk): Promise<string> {
  const body = {spaceId: await spaceId(desk), title: desk.fresh(), body: storage};
  return `${v2}/blogposts/${(await desk.post(`${v2}/blogposts`, body)).json.id}`;
}

async function makeBoard(desk: Desk, parentId?: string): Promise<string> {
  const body = {spaceId: await spaceId(desk), title: desk.fresh(), parentId};
  return (await desk.post(`${v2}/whiteboards`, body)).json.id;
}

async function makeBoardAt(desk: Desk): Promise<string> {
  return `${v2}/whiteboards/${await makeBoard(desk)}`;
}

async function makeItem(desk: Desk, customContentId?: string): Promise<string> {
  const place = customContentId === undefined ? {spaceId: await spaceId(desk)} : {customContentId};
  const body = {...place, type, title: desk.fresh(), body: storage};
  return (await desk.post(`${v2}/custom-content`, body)).json.id;
}

async function makeItemAt(desk: Desk): Promise<string> {
  return `${v2}/custom-content/${await makeItem(desk)}`;
}

async function somePage({get}: Desk): Promise<string> {
  for (const {id} of (await get(`${v2}/labels?limit=250`)).json.results) {
    const {results} = (await get(`${v2}/labels/${id}/pages`)).json;
    const current = results.find(({status}: {status: string}) => status === 'current');
    if (current) return current.id;
  }
  throw new Error('no page has a label');
}

async function someLabel({get}: Desk): Promise<string> {
  return `${v2}/labels/${(await get(`${v2}/labels`)).json.results[0].id}`;
}

type Place = (desk: Desk) => Promise<string>;

const read =
  (place: Place, path: string): Success =>
  async desk =>
    desk.get((await place(desk)) + path);

/** Reads, creates, updates and deletes a property of an item. */
function propertiesOf(place: Place) {
  const make = async (desk: Desk) => {
    const path = `${await place(desk)}/properties`;
    const made = await desk.post(path, {key: desk.fresh(), value: {a: 1}});
    return {path, made, id: made.json.id};
  };
  return {
    create: async (desk: Desk) => (await make(desk)).made,
    list: async (desk: Desk) => desk.get((await make(desk)).path),
    get: async (desk: Desk) => {
      const {path, id} = await make(desk);
      return desk.get(`${path}/${id}`);
    },
    update: async (desk: Desk) => {
      const {path, id, made} = await make(desk);
      const changed = {key: made.json.key, value: 2, version: {number: 2}};
      return desk.put(`${path}/${id}`, changed);
    },
    remove: async (desk: Desk) => {
      const {path, id} = await make(desk);
      return desk.remove(`${path}/${id}`);
    },
  } satisfies Record<string, Success>;
}

const entry = {principalType: 'group', principalId: 'a group', operation: 'read'};
const add =
  (place: Place): Success =>
  async desk =>
    desk.post(`${await place(desk)}/permissions`, {permissions: [entry]});
const removeEntry =
  (place: Place): Success =>
  async desk => {
    const path = `${await place(desk)}/permissions`;
    await desk.post(path, {permissions: [entry]});
    return desk.remove(`${path}?principal-type=group&principal-id=a%20group`);
  };
const reset =
  (place: Place): Success =>
  async desk =>
    desk.post(`${await place(desk)}/classification-level/reset`, {status: 'current'});
const remove =
  (place: Place): Success =>
  async desk =>
    desk.remove(await place(desk));

const postProperties = propertiesOf(makePost);
const boardProperties = propertiesOf(makeBoardAt);
const itemProperties = propertiesOf(makeItemAt);

const blogposts: Readonly<Record<string, Success>> = {
  'create-blog-post': async desk =>
    desk.post(`${v2}/blogposts`, {
      ...{spaceId: await spaceId(desk), title: desk.fresh(), body: storage},
    }),
  'get-blog-posts': desk => desk.get(`${v2}/blogposts?body-format=storage&limit=250`),
  'get-blog-post-by-id': read(somePost, '?body-format=atlas_doc_format&include-labels=true'),
  'delete-blog-post': remove(makePost),
  'add-blog-post-permissions': add(makePost),
  'get-blog-post-permissions': read(makePost, '/permissions'),
  'delete-blog-post-permissions': removeEntry(makePost),
  'get-attachments': read(somePost, '/attachments'),
  'get-blog-post-classification-level': read(somePost, '/classification-level'),
  'post-blog-post-classification-level': reset(makePost),
  'get-blog-post-footer-comments': read(somePost, '/footer-comments?body-format=storage'),
  'get-blog-post-inline-comments': read(somePost, '/inline-comments?body-format=storage'),
  'get-blog-post-labels': read(somePost, '/labels'),
  'get-blog-post-like-count': read(somePost, '/likes/count'),
  'get-blog-post-like-users': read(somePost, '/likes/users'),
  'get-blog-post-operations': read(somePost, '/operations'),
  'get-blog-post-restriction-state': read(somePost, '/restriction-state'),
  'get-blog-post-versions': read(somePost, '/versions?body-format=storage'),
  'get-blog-post-version-details': read(somePost, '/versions/1'),
  'get-custom-content-by-type-in-blog-post': read(somePost, `/custom-content?type=${type}`),
  'create-property': postProperties.create,
  'get-content-properties': postProperties.list,
  'get-content-properties-by-id': postProperties.get,
  'delete-property-by-id': postProperties.remove,
};

const included = ['collaborators', 'direct-children', 'operations', 'properties']
  .map(name => `include-${name}=true`)
  .join('&');

const whiteboards: Readonly<Record<string, Success>> = {
  create: async desk =>
    desk.post(`${v2}/whiteboards?private=true`, {spaceId: await spaceId(desk), title: 'x'}),
  'get-by-id': read(makeBoardAt, `?${included}`),
  delete: remove(makeBoardAt),
  'get-ancestors': async desk =>
    desk.get(`${v2}/whiteboards/${await makeBoard(desk, await makeBoard(desk))}/ancestors`),
  'get-descendants': async desk => {
    const id = await makeBoard(desk);
    await makeBoard(desk, id);
    return desk.get(`${v2}/whiteboards/${id}/descendants`);
  },
  'get-direct-children': async desk => {
    const id = await makeBoard(desk);
    await makeBoard(desk, id);
    return desk.get(`${v2}/whiteboards/${id}/direct-children`);
  },
  'get-operations': read(makeBoardAt, '/operations'),
  'add-permissions': add(makeBoardAt),
  'set-permissions': async desk => {
    const path = `${await makeBoardAt(desk)}/permissions?allow-self-lockout=true`;
    return desk.put(path, {permissions: [entry]});
  },
  'get-permissions': read(makeBoardAt, '/permissions'),
  'delete-permissions': removeEntry(makeBoardAt),
  'get-restriction-state': read(makeBoardAt, '/restriction-state'),
  'set-restriction-state': async desk => {
    const path = `${await makeBoardAt(desk)}/restriction-state`;
    return desk.put(path, {read: 'open', update: 'restricted'});
  },
  'get-classification-level': read(makeBoardAt, '/classification-level'),
  'put-classification-level': async desk => {
    const levels = (await desk.get(`${v2}/classification-levels`)).json;
    const {id} = levels.find(({status}: {status: string}) => status === 'PUBLISHED');
    const path = `${await makeBoardAt(desk)}/classification-level`;
    return desk.put(path, {id, status: 'current'});
  },
  'post-classification-level': reset(makeBoardAt),
  'create-property': boardProperties.create,
  'get-content-properties': boardProperties.list,
  'get-content-properties-by-id': boardProperties.get,
  'update-property-by-id': boardProperties.update,
  'delete-property-by-id': boardProperties.remove,
};

const customContent: Readonly<Record<string, Success>> = {
  'create-custom-content': async desk =>
    desk.post(`${v2}/custom-content`, {
      ...{spaceId: await spaceId(desk), type, title: desk.fresh(), body: storage},
    }),
  'get-custom-content-by-type': desk =>
    desk.get(`${v2}/custom-content?type=${type}&body-format=storage`),
  'get-custom-content-by-id': read(makeItemAt, '?body-format=storage&include-versions=true'),
  'update-custom-content': async desk => {
    const id = await makeItem(desk);
    const version = {number: 2};
    const changed = {id, type, status: 'current', title: 'Other', body: storage, version};
    return desk.put(`${v2}/custom-content/${id}`, changed);
  },
  'delete-custom-content': remove(makeItemAt),
  'get-child-custom-content': async desk => {
    const id = await makeItem(desk);
    await makeItem(desk, id);
    return desk.get(`${v2}/custom-content/${id}/children`);
  },
  'get-custom-content-attachments': read(makeItemAt, '/attachments'),
  'get-custom-content-comments': read(makeItemAt, '/footer-comments'),
  'get-custom-content-labels': read(makeItemAt, '/labels'),
  'get-custom-content-operations': read(makeItemAt, '/operations'),
  'get-custom-content-versions': read(makeItemAt, '/versions?body-format=storage'),
  'get-custom-content-version-details': read(makeItemAt, '/versions/1'),
  'create-custom-content-property': itemProperties.create,
  'get-custom-content-content-properties': itemProperties.list,
  'get-custom-content-content-properties-by-id': itemProperties.get,
  'update-custom-content-property-by-id': itemProperties.update,
  'delete-custom-content-property-by-id': itemProperties.remove,
};

const old = async (desk: Desk) => `/wiki/rest/api/content/${await somePage(desk)}/label`;

const labels: Readonly<Record<string, Success>> = {
  get: desk => desk.get(`${v2}/labels`),
  'get-attachments': read(someLabel, '/attachments'),
  'get-blog-posts': read(someLabel, '/blogposts?body-format=storage'),
  'get-pages': read(someLabel, '/pages?body-format=storage'),
  add: async desk => desk.post(await old(desk), [{prefix: 'global', name: 'a-new-label'}]),
  remove: async desk => {
    await desk.post(await old(desk), [{prefix: 'global', name: 'an-old-label'}]);
    return desk.remove(`${await old(desk)}?name=an-old-label`);
  },
  list: async desk => desk.get(`${v2}/pages/${await somePage(desk)}/labels`),
};

const adminKey: Readonly<Record<string, Success>> = {
  'enable-admin-key': desk => desk.post(`${v2}/admin-key`, {durationInMinutes: 5}),
  'get-admin-key': async desk => {
    await desk.post(`${v2}/admin-key`);
    return desk.get(`${v2}/admin-key`);
  },
  'disable-admin-key': async desk => {
    await desk.post(`${v2}/admin-key`);
    return desk.remove(`${v2}/admin-key`);
  },
};

/** Every operation of the content document: group → operation → a call of it that succeeds. */
export const contentSuccesses: Readonly<Record<string, Readonly<Record<string, Success>>>> = {
  ...{blogposts, whiteboards, 'custom-content': customContent, labels, 'admin-key': adminKey},
};
