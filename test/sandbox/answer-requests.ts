import {bodyOf} from '../../src/api/body-of.ts';
import {exampleOf} from '../../src/api/example.ts';
import type {Field, Shape} from '../../src/api/field.ts';
import type {Input, Operation} from '../../src/api/operation.ts';
import type {ContentKind} from '../../src/sandbox/world/content-types.ts';
import {makeRandom, type Random} from '../../src/sandbox/world/random.ts';
import type {World} from '../../src/sandbox/world/world.ts';

/** A request of an operation, drawn: right, wrong, or between both. */
export interface DrawnRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Position of the account that asks; undefined for nobody. */
  readonly account: number | undefined;
}

/** Kind of thing → values that name one, most of them of things in the world. */
export type Pools = Readonly<Record<string, readonly string[]>>;

/** Where each API begins on the server. */
export const bases = {
  tracker: '',
  content: '/wiki/api/v2',
  'content-v1': '/wiki/rest/api',
} as const;

const texts = [
  ...['', ' ', 'a', 'done', 'New name', ' Padded ', '1.0', 'HPAY', 'admin@example.com', 'true'],
  ...['2026-04-01', '#0747a6', 'https://example.com/x', 'First', 'key.path=value', 'global', 'x y'],
  ...['current', 'draft', 'open', 'restricted', 'read', 'update', 'user', 'group', 'ENABLED', 'é'],
  'x'.repeat(70),
  'x'.repeat(300),
];
const oddTexts = ['', '0', '-1', 'abc', '999999999', '10000', '1,2', '%20', 'x'.repeat(260)];
const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  '',
  'abc',
  [],
  {},
  [null],
  [{}],
  '10000',
];

/** What can be named in a world, by kind. */
export function makePools({users, tracker, content}: World): Pools {
  const firstOf = (values: Iterable<unknown>, count = 8) => [...values].map(String).slice(0, count);
  const projects = [...tracker.projects.values()];
  const itemsOf = (kind: ContentKind) => {
    const items = [...content.items[kind].values()];
    const states = new Set(items.map(({status}) => status));
    const odd = [...states].flatMap(state => items.find(({status}) => status === state) ?? []);
    const hidden = items.filter(item => item.private).slice(0, 2);
    return [...items.slice(0, 4), ...odd, ...hidden].map(({id}) => id);
  };
  const posts = [...content.items.blogpost.values()];
  const grants = [...tracker.permissionSchemes.values()].flatMap(one => one.grants.slice(0, 2));
  const notifications = [...tracker.notificationSchemes.values()]
    .flatMap(({events}) => events.flatMap(event => event.notifications))
    .filter((_, index) => index % 5 === 0);
  const versions = [...tracker.versions.values()];
  const work = versions.flatMap(({relatedWork}) => relatedWork.slice(0, 1));
  const groups = [...tracker.groups.values()];
  const items = Object.values(content.items).flatMap(all => [...all.values()]);
  const ofItems = items.flatMap(item => [
    [`id of ${item.id}`, [item.id]],
    [`type of ${item.id}`, [item.type ?? 'page']],
    [`number of ${item.id}`, [String(item.version.number + (item.status === 'draft' ? 0 : 1))]],
    [`property-id of ${item.id}`, content.properties.of(item).map(({id}) => id)],
  ]);
  const properties = items.flatMap(item => content.properties.of(item));
  const ofProperties = properties.flatMap(({id, key, version}) => [
    [`key of ${id}`, [key]],
    [`number of ${id}`, [String(version.number + 1)]],
  ]);
  const ofVersions = versions.map(({id, relatedWork}) => [
    `relatedWorkId of ${id}`,
    relatedWork.map(one => one.id),
  ]);
  return {
    ...Object.fromEntries([...ofItems, ...ofProperties, ...ofVersions]),
    project: [...projects.map(({id}) => id), ...projects.map(({key}) => key)],
    'project key': projects.map(({key}) => key),
    'project property': ['team.charter', 'cost-centre', 'new.key'],
    'project feature': ['tracker.board', 'tracker.releases', 'tracker.sprints', 'tracker.on-call'],
    'project role': ['10002', '10003', '10004', '10005'],
    'project type': ['software', 'service_desk', 'business', 'product_discovery'],
    'project category': ['10000', '10001', '-1'],
    component: projects.flatMap(({components}) => components.slice(0, 1).map(({id}) => id)),
    'priority scheme': [...tracker.prioritySchemes.keys()],
    'application role': [...tracker.applicationRoles.keys()],
    user: firstOf(users.keys(), 14),
    'user property': ['location', 'on-call'],
    group: [...groups.map(({id}) => id), ...groups.map(({name}) => name)],
    'permission scheme': firstOf(tracker.permissionSchemes.keys()),
    'permission grant': grants.map(({id}) => String(id)),
    'notification scheme': firstOf(tracker.notificationSchemes.keys()),
    notification: notifications.map(({id}) => String(id)),
    event: ['1', '2', '10000'],
    permission: ['BROWSE_PROJECTS', 'ADMINISTER', 'EDIT_ISSUES', 'BROWSE', 'ADMINISTER_PROJECTS'],
    version: [...firstOf(tracker.versions.keys(), 16), versions.at(-1)?.id ?? ''],
    'related work': work.slice(0, 8).map(({id}) => id),
    status: [...firstOf(tracker.statuses.keys(), 4), '11001', '11002', '10010'],
    priority: [...tracker.priorities.keys()],
    resolution: [...tracker.resolutions.keys()],
    webhook: firstOf(tracker.webhooks.keys(), 9),
    'UI modification': firstOf(tracker.uiModifications.keys()),
    avatar: ['10400', '10405', '20000', '20003', '20012'],
    issue: ['HPAY-1', 'LMA-2', '10001', '10500', 'PEOPLE-3'],
    'issue type': ['10000', '10002', '10005'],
    'classification level': content.levels.map(({id}) => id),
    task: ['1', '2'],
    field: ['10200', '10201', 'customfield_10300', 'customfield_10301'],
    'blog post': itemsOf('blogpost'),
    page: itemsOf('page'),
    whiteboard: itemsOf('whiteboard'),
    'custom content': itemsOf('custom'),
    label: firstOf(content.labels.keys(), 30),
    space: [...content.spaces.keys()],
    'content property': [
      ...posts,
      ...content.items.custom.values(),
      ...content.items.whiteboard.values(),
    ]
      .flatMap(item => content.properties.of(item).slice(0, 1))
      .map(({id}) => id),
    attachment: posts.flatMap(item => content.attachments.of(item).slice(0, 1)).map(({id}) => id),
    type: ['ac:risk-register:risk', 'ac:field-survey:answer', 'none'],
  };
}

/** Draws requests of one operation. */
export function makeRequests(
  operation: Operation,
  pools: Pools,
  count: number,
  run: number,
): readonly DrawnRequest[] {
  const random = makeRandom(run, `${operation.service} ${operation.group} ${operation.name}`);
  return Array.from({length: count}, (_, index) => makeRequest(operation, pools, random, index));
}

function makeRequest(
  operation: Operation,
  pools: Pools,
  random: Random,
  index: number,
): DrawnRequest {
  const {inputs, method} = operation;
  const owners: string[] = [];
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const own = pools[`${name} of ${owners[0]}`];
    if (own !== undefined && own.length > 0 && random.chance(70)) {
      owners.push(random.pick(own));
      return owners.at(-1) ?? '';
    }
    const input = inputs.find(one => one.place === 'path' && one.name === name);
    const value = random.chance(92)
      ? random.pick(poolOf(pools, operation, input, name))
      : random.pick(oddTexts);
    owners.push(value);
    return encodeURIComponent(value || 'x');
  });
  const query = new URLSearchParams();
  for (const input of inputs) {
    if (input.place !== 'query') continue;
    const wanted = input.required ? 90 : inputs.length > 6 ? 25 : 45;
    if (!random.chance(wanted)) continue;
    const values = poolOf(pools, operation, input, input.name);
    const name = input.wireName ?? input.name;
    const some =
      input.type === 'list' ? random.some(values, random.int(1, 4)) : [random.pick(values)];
    const shown = random.chance(93) ? some : [random.pick(oddTexts)];
    if (input.type === 'list' && input.style === 'comma') query.append(name, shown.join(','));
    else for (const value of shown) query.append(name, value);
  }
  const ofOwner = ownMembers.flatMap(name => {
    const own = pools[`${name} of ${owners.at(-1)}`];
    return own === undefined ? [] : [[name, own]];
  });
  const {body, headers} = makeBody(
    operation,
    {...pools, ...Object.fromEntries(ofOwner)},
    random,
    index,
  );
  const target = `${bases[operation.root]}${path}${query.size > 0 ? `?${query}` : ''}`;
  const adminKey: Readonly<Record<string, string>> =
    operation.service === 'content' && random.chance(10)
      ? {'atl-confluence-with-admin-key': 'true'}
      : {};
  const account = random.chance(55) ? 0 : random.chance(88) ? random.int(1, 7) : undefined;
  return {method, target, headers: {...headers, ...adminKey}, body, account};
}

const byGroup: Readonly<Record<string, string>> = {
  blogposts: 'blog post',
  'custom-content': 'custom content',
  labels: 'label',
  whiteboards: 'whiteboard',
  spaces: 'space',
};

function poolOf(
  pools: Pools,
  operation: Operation,
  input: Input | undefined,
  name: string,
): readonly string[] {
  if (input?.type === 'boolean') return ['true', 'false', 'TRUE', 'maybe'];
  const named = input?.names === undefined ? undefined : pools[input.names];
  if (input?.names === 'project' && input.by === 'key') return pools['project key'] ?? [];
  if (named !== undefined) return [...named, '999999'];
  if (input?.values !== undefined && input.values.length > 0) {
    return [...input.values, ...input.values, ...input.values, 'unknown'];
  }
  if (name === 'page-id') return [...(pools.page ?? []), ...(pools.attachment ?? [])];
  if (name === 'type' && pools.type) return pools.type;
  if (name === 'id' && byGroup[operation.group]) return pools[byGroup[operation.group] ?? ''] ?? [];
  if (name === 'cursor' || name === 'nextPageToken')
    return ['cGxhY2U6MQ', 'cGxhY2U6OTk', 'bm9uZQ=='];
  if (name === 'query') return ['a', 'no', 'Noor Haldane', 'admin', 'is assignee of HPAY', '0', ''];
  if (input?.type === 'integer') return ['0', '1', '2', '3', '5', '10', '50', '500', '5000'];
  return [...texts, ...(pools[name] ?? []), ...(pools.user ?? []).slice(0, 2)];
}

/** The first bytes of a PNG. */
export const image = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0];

function makeBody(
  operation: Operation,
  pools: Pools,
  random: Random,
  index: number,
): Pick<DrawnRequest, 'body' | 'headers'> {
  const body = operation.inputs.find(({place}) => place === 'body');
  if (body?.type === 'image') {
    const type = random.pick(['image/png', 'image/png', 'image/png', 'image/gif', 'text/plain']);
    const token = random.chance(80) ? {'x-atlassian-token': 'no-check'} : undefined;
    return {body: new Uint8Array(image), headers: {'content-type': type, ...token}};
  }
  const shape = bodyOf(operation);
  const headers = {'content-type': 'application/json'};
  if (shape === undefined) return {body: '', headers: {}};
  if (index % 16 === 15) {
    const odd = random.pick(['', '{', '[]', '7', '{}', 'null', '"text"']);
    const type = random.chance(80) ? headers : {'content-type': 'text/plain'};
    return {body: odd, headers: type};
  }
  if (index % 8 === 0) return {body: exampleOf(shape), headers};
  return {body: JSON.stringify(makeValue(shape, pools, random, '')), headers};
}

/** Members of a body that must be those of the thing in the path. */
const ownMembers = ['id', 'type', 'number', 'key'];

const entry = ['principalType', 'principalId', 'operation'];

function makeValue(shape: Shape, pools: Pools, random: Random, name: string): unknown {
  if (random.chance(name === '' ? 1 : 3)) return random.pick(oddValues);
  if (name === 'body' && random.chance(75)) {
    return {representation: random.pick(['storage', 'storage', 'raw']), value: '<p>Text</p>'};
  }
  const own = ownMembers.includes(name) ? pools[name] : undefined;
  if (own !== undefined && random.chance(85)) {
    return shape.type === 'integer' ? Number(own[0]) : random.pick(own);
  }
  switch (shape.type) {
    case 'boolean':
      return random.chance(50);
    case 'date':
      return random.pick(['2026-03-01', '2026-05-01', '2027-01-01', '2026-02-30', '']);
    case 'time':
      return random.pick(['2026-03-01T10:00:00Z', '2025-01-01T00:00:00.000Z', 'yesterday']);
    case 'storage':
      return random.pick(['<p>Text</p>', '<p>a &amp; b</p>', '<p>open', '', '<h1>x</h1><hr />']);
    case 'integer': {
      const pool = shape.names === undefined ? undefined : pools[shape.names];
      if (pool !== undefined && random.chance(95))
        return Number(random.pick(pool)) || random.pick(pool);
      return random.int(0, 9);
    }
    case 'text': {
      const pool = shape.names === undefined ? undefined : pools[shape.names];
      if (pool !== undefined && random.chance(92)) return random.pick(pool);
      if (shape.values !== undefined && random.chance(92)) return random.pick(shape.values);
      const others = ['user', 'group', 'project role', 'field', 'blog post', 'space', 'page'];
      if (random.chance(30)) return random.pick(pools[random.pick(others)] ?? texts);
      return random.pick(texts);
    }
    case 'list':
      return Array.from({length: random.int(0, 4)}, () =>
        makeValue(shape.items, pools, random, name),
      );
    case 'map':
      return {
        'atlassian-user-role-actor': random.some(pools.user ?? [], 2),
        'atlassian-group-role-actor': random.some(pools.group ?? [], random.int(0, 1)),
      };
    case 'object':
      return makeObject(shape.fields, pools, random);
    case 'json':
      return shape.as ? makeValue(shape.as, pools, random, name) : makeOpaque(pools, random, name);
  }
}

function makeObject(fields: readonly Field[], pools: Pools, random: Random): unknown {
  const share = random.pick([30, 60, 97]);
  const given = fields.filter(({required}) => random.chance(required ? 96 : share));
  const entries = given.map(field => {
    const {name, example} = field;
    const fits = example !== undefined && random.chance(35);
    return [name, fits ? JSON.parse(exampleOf(field)) : makeValue(field, pools, random, name)];
  });
  return Object.fromEntries(entries);
}

/** A value of which no shape is public: permissions, restrictions, or anything. */
function makeOpaque(pools: Pools, random: Random, name: string): unknown {
  if (name !== '') return random.pick([1, 'text', {state: 'open'}, [1, 2], true]);
  const permission = () => {
    const [type, id, operation] = entry;
    const kind = random.pick(['user', 'group']);
    return {
      [type ?? '']: random.chance(95) ? kind : 'robot',
      [id ?? '']: random.pick(pools[kind] ?? []),
      [operation ?? '']: random.pick(['read', 'update', 'update', 'own']),
    };
  };
  const entries = Array.from({length: random.int(0, 3)}, permission);
  const state = () => random.pick(['open', 'restricted', 'restricted', 'shut']);
  const label = () => ({prefix: random.pick(['global', 'my', 'odd']), name: random.pick(texts)});
  return random.pick<unknown>([
    entries,
    {permissions: entries},
    {read: state(), update: state()},
    [label(), label()],
    label(),
  ]);
}
