import {readFileSync} from 'node:fs';

/** A field tree: see the note in the fixtures. */
type Shape = unknown;

interface Fixture {
  readonly operations: Readonly<Record<string, ShapedOperation>>;
  readonly schemas: Readonly<Record<string, Shape>>;
}

interface ShapedOperation {
  readonly method: string;
  readonly path: string;
  /** Absent where no shape is public. */
  readonly success?: readonly {readonly status: number; readonly body?: Shape}[];
}

/** What a check goes by on its way down. */
interface Check {
  readonly schemas: Readonly<Record<string, Shape>>;
  /** Members that are let pass wherever they stand. */
  readonly known: readonly string[];
}

const fixtures = {tracker: readFixture('tracker'), content: readFixture('content')};

/** Operations of the content service: id, method, and path from the host's root. */
export const contentOperations: readonly {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly shaped: boolean;
}[] = Object.entries(fixtures.content.operations).map(([id, {method, path, success}]) => ({
  id,
  method,
  path,
  shaped: success !== undefined,
}));

/** Members the shapes lack but docs/services.md tells of: schema → names. */
const alsoThere: Readonly<Record<string, readonly string[]>> = {
  // services T2.4: expand of get project and get all has projectKeys.
  Project: ['projectKeys'],
  // services W8: with expand the holder carries the object with a display name.
  PermissionHolder: ['user', 'group', 'projectRole', 'field'],
  ExpandPrioritySchemePage: ['values'],
};

/** Whether the public description of an operation says what it answers. */
export function hasShape(operation: string): boolean {
  return findOperation(operation)?.success !== undefined;
}

/**
 * What in an answer is not as its public shape says: a value of another type, a value outside an
 * enumeration, a required member that is missing, a member the shape does not know, a body where
 * none is due.
 *
 * @param operation its id
 * @param json the parsed body; undefined when there was none
 * @param known further members by name, which the shape lacks but docs/services.md tells of
 */
export function shapeProblems(
  operation: string,
  status: number,
  json: unknown,
  known: readonly string[] = [],
): readonly string[] {
  const answer = findOperation(operation)?.success?.find(one => one.status === status);
  if (answer === undefined) return [`${operation} has no answer ${status}`];
  if (answer.body === undefined) return json === undefined ? [] : ['a body where none is due'];
  return problemsAt(answer.body, json, '', {schemas: fixtureOf(operation).schemas, known});
}

function readFixture(service: string): Fixture {
  const url = new URL(`../fixtures/${service}-shapes.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as Fixture;
}

function fixtureOf(operation: string): Fixture {
  return operation.startsWith('content/') ? fixtures.content : fixtures.tracker;
}

function findOperation(operation: string): ShapedOperation | undefined {
  return fixtureOf(operation).operations[operation];
}

function problemsAt(shape: Shape, value: unknown, at: string, check: Check): readonly string[] {
  const wrong = [`${at || '/'}: ${JSON.stringify(value)} is not ${JSON.stringify(shape)}`];
  if (typeof shape === 'string') {
    if (!shape.startsWith('@')) return isScalar(shape, value) ? [] : wrong;
    const name = shape.slice(1);
    const known = [...check.known, ...(alsoThere[name] ?? [])];
    const rest = alsoThere[name] === undefined ? value : without(value, known);
    return problemsAt(check.schemas[name], rest, at, check);
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return wrong;
    return value.flatMap((item, index) => problemsAt(shape[0], item, `${at}/${index}`, check));
  }
  const tree = shape as {
    readonly enum?: readonly unknown[];
    readonly array?: Shape;
    readonly type?: string;
  };
  if (tree.enum) return tree.enum.includes(value) ? [] : wrong;
  if (tree.type !== undefined) return isScalar(tree.type, value) ? [] : wrong;
  if (tree.array !== undefined) return problemsAt([tree.array], value, at, check);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
  return problemsOfMembers(shape, value, at, check);
}

function problemsOfMembers(
  shape: Shape,
  value: object,
  at: string,
  check: Check,
): readonly string[] {
  const {map} = shape as {map?: Shape};
  const {fields, required} = membersOf(shape, check.schemas);
  const missing = required
    .filter(name => !Object.hasOwn(value, name))
    .map(name => `${at}/${name}: missing`);
  const problems = Object.entries(value).flatMap(([name, member]) => {
    if (map !== undefined) return problemsAt(map, member, `${at}/${name}`, check);
    if (Object.hasOwn(fields, name)) {
      return problemsAt(fields[name], member, `${at}/${name}`, check);
    }
    return check.known.includes(name) ? [] : [`${at}/${name}: not in the shape`];
  });
  return [...problems, ...missing];
}

interface Members {
  readonly fields: Readonly<Record<string, Shape>>;
  readonly required: readonly string[];
}

/** Fields of an object; those of all parts together, their `_links` too. */
function membersOf(shape: Shape, schemas: Readonly<Record<string, Shape>>): Members {
  const resolved = typeof shape === 'string' ? schemas[shape.slice(1)] : shape;
  const {fields = {}, required = [], allOf} = resolved as Partial<Members> & {allOf?: Shape[]};
  if (allOf === undefined) return {fields, required};
  const parts = allOf.map(part => membersOf(part, schemas));
  const links = parts.flatMap(({fields: {_links}}) => (_links === undefined ? [] : [_links]));
  return {
    fields: {...Object.assign({}, ...parts.map(part => part.fields)), _links: {allOf: links}},
    required: parts.flatMap(part => part.required),
  };
}

function without(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function isScalar(shape: string, value: unknown): boolean {
  if (shape === 'any') return true;
  if (value === null) return shape.endsWith('|null');
  const [type = ''] = shape.replace('|null', '').split('(');
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object';
  if (typeof value !== type) return false;
  const text = String(value);
  if (shape.startsWith('string(uri)')) return URL.canParse(text);
  if (shape.startsWith('string(date-time)')) return isTime(text);
  if (shape.startsWith('string(date)')) return /^\d{4}-\d\d-\d\d$/.test(text);
  if (shape.startsWith('string(uuid)'))
    return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
  return true;
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));
}
