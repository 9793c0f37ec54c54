import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {bodies} from '../../../src/api/bodies/bodies.ts';
import type {EntityKind, Shape} from '../../../src/api/field.ts';
import {
  findKind,
  findNameList,
  idList,
  kindWord,
  namedKinds,
  readEntities,
  wholeList,
} from '../../../src/api/naming/name-listing.ts';
import {nameSources} from '../../../src/api/naming/name-sources.ts';
import type {Service} from '../../../src/api/operation.ts';
import {type Sandbox, startSandbox} from '../../../src/sandbox/start.ts';
import {operations} from '../../support/operations.ts';
import {runCli} from '../../support/run-cli.ts';

const services: readonly Service[] = ['tracker', 'content'];
const rows = services.flatMap(service => namedKinds(service).map(kind => ({service, kind})));

/** Kinds of values of the services that no operation of the catalogue lists by name. */
const unlisted: readonly EntityKind[] = [
  'avatar',
  'content property',
  'field',
  'field scheme',
  'issue',
  'issue type scheme',
  'issue type screen scheme',
  'notification',
  'permission grant',
  'task',
  'user property',
  'workflow scheme',
];

describe('the table of what can be named', () => {
  it('has operations that list, and inputs they take', () => {
    for (const {service, kind} of rows) {
      const list = findNameList(service, kind);
      const {within, narrowedBy, byId, items, whole} = nameSources[service][kind] ?? {};
      expect(list?.operation.method, kind).toBe('GET');
      expect(items ?? list?.operation.items, kind).toBeDefined();
      const inputs = new Map(list?.operation.inputs.map(input => [input.name, input]));
      if (narrowedBy)
        expect(['string', 'list'], kind).toContain(inputs.get(narrowedBy.input)?.type);
      if (within) expect(inputs.has(within), kind).toBe(true);
      const ofIds = list && idList(list).operation.inputs.map(({name}) => name);
      if (byId) expect(ofIds, kind).toContain(byId);
      if (whole) expect(list && wholeList(list)?.operation.method, kind).toBe('GET');
    }
  });

  it('has every kind that a value names, but for those nothing lists', () => {
    const used = new Set<EntityKind>();
    const visit = (shape: Shape): void => {
      if ('names' in shape && shape.names) used.add(shape.names);
      if (shape.type === 'list') visit(shape.items);
      if (shape.type === 'map') visit(shape.values);
      if (shape.type === 'object') shape.fields.forEach(visit);
    };
    Object.values(bodies).forEach(visit);
    for (const {inputs} of operations) {
      for (const {names} of inputs) if (names) used.add(names);
    }
    const known = new Set(rows.map(({kind}) => kind));
    expect([...used].filter(kind => !known.has(kind)).sort()).toEqual(
      unlisted.filter(kind => used.has(kind)),
    );
    expect(unlisted.filter(kind => known.has(kind))).toEqual([]);
  });

  it('is reached from every id and key in a path', () => {
    // What has a number, a word or a title of its own, and no name.
    const nameless = ['version-number', 'propertyKey', 'relatedWorkId'];
    const unnamed = operations.flatMap(({group, name, inputs}) =>
      inputs
        .filter(input => input.place === 'path' && !input.names && !nameless.includes(input.name))
        .map(input => `${group} ${name} --${input.name}`),
    );
    expect(unnamed).toEqual([]);
  });

  it('knows a kind by its words with blanks, dashes or neither, or by a last word of its own', () => {
    for (const {service, kind} of rows) {
      for (const word of [kind, kindWord(kind), kind.replaceAll(' ', ''), kind.toUpperCase()]) {
        expect(findKind(service, word), word).toBe(kind);
      }
    }
    expect(findKind('tracker', 'role')).toBe('project role');
    expect(findKind('tracker', 'scheme')).toBeUndefined();
    expect(findKind('tracker', 'blog post')).toBeUndefined();
  });
});

describe('each kind on a server', () => {
  let sandbox: Sandbox;
  let board: string;
  let release: string;

  const run = async (service: Service, argv: readonly string[]): Promise<string> => {
    const env = {
      JR_BASE_URL: sandbox.trackerBaseUrl,
      JR_AUTH_USER: sandbox.authUser,
      JR_AUTH_TOKEN: sandbox.authToken,
      CF_BASE_URL: sandbox.contentBaseUrl,
      CF_AUTH_USER: sandbox.authUser,
      CF_AUTH_TOKEN: sandbox.authToken,
    };
    const result = await runCli(service === 'tracker' ? 'jr' : 'cf', argv, {env});
    expect(result.stderr).toBe('');
    return result.stdout.trimEnd();
  };

  beforeAll(async () => {
    sandbox = await startSandbox({traffic: 'off'});
    const create = ['whiteboards', 'create', '--spaceId', '65540', '--jq', '.id', '-r', '--title'];
    board = await run('content', [...create, 'Wall']);
    await run('content', [...create, 'Corner', '--parentId', board]);
    release = await run('tracker', ['id', 'version', 'HPAY/2.4.0']);
    await run('tracker', [
      ...['version', 'create-related-work', '--id', release],
      ...['--category', 'Design', '--title', 'Drawings', '--url', 'https://example.com/drawings'],
    ]);
  });
  afterAll(() => sandbox.stop());

  /** What the things of a kind lie in on the sandbox: looked up by name where it has one. */
  const places: Readonly<Partial<Record<EntityKind, () => string>>> = {
    group: () => 'admin@example.com',
    'related work': () => release,
    'custom content': () => 'ac:risk-register:risk',
    page: () => 'incident',
    whiteboard: () => board,
  };

  it.each(rows)('finds a $kind of the $service service by the name it is listed by', async row => {
    const {service, kind} = row;
    const list = findNameList(service, kind);
    if (list === undefined) throw new Error(`no list of ${kind}`);
    const {within, operation} = list;
    const inside = within?.required ? (places[kind]?.() ?? 'Harbour Payments') : undefined;
    const place = inside === undefined ? [] : ['--in', inside];
    // All of them as the operation itself lists them.
    const parent =
      inside === undefined || within?.names === undefined || within.names === kind
        ? inside
        : inside === release
          ? inside
          : await run(service, ['id', within.names, inside]);
    const narrow = list.source.narrowedBy?.required
      ? [`--${list.source.narrowedBy.input}`, 'Noor']
      : [];
    const json = await run(service, [
      ...[operation.group, operation.name, ...narrow],
      ...(parent === undefined ? [] : [`--${within?.name}`, parent]),
    ]);
    const things = readEntities(list, json);
    const counts = new Map<string, number>();
    for (const {names} of things) {
      for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const thing = things.find(({title}) => counts.get(title) === 1);
    if (thing === undefined) throw new Error(`the sandbox lists no ${kind} of one name`);
    expect(await run(service, ['id', kind, thing.title, ...place])).toBe(thing.id);
    const whole = JSON.parse(await run(service, ['id', kind, thing.title, ...place, '--jq', '.']));
    expect(whole).toEqual(JSON.parse(thing.json));
  });
});
