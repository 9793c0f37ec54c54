import {readFileSync} from 'node:fs';

/** A field tree: see the note in the fixture. */
type Shape = unknown;

interface Fixture {
  readonly operations: Readonly<
    Record<
      string,
      {
        readonly method: string;
        readonly path: string;
        readonly success?: readonly {readonly status: number; readonly body?: Shape}[];
      }
    >
  >;
  readonly schemas: Readonly<Record<string, Shape>>;
}

const fixture = JSON.parse(
  readFileSync(new URL('../fixtures/tracker-shapes.json', import.meta.url), 'utf8'),
) as Fixture;

/** Members the shapes lack but the documents or wire-notes tell of: schema → names. */
const alsoThere: Readonly<Record<string, readonly string[]>> = {
  // tracker-api 2.4: expand of get project and get all has projectKeys.
  Project: ['projectKeys'],
  // wire-notes 8: with expand the holder carries the object with a display name.
  PermissionHolder: ['user', 'group', 'projectRole', 'field'],
  ExpandPrioritySchemePage: ['values'],
};

/**
 * What in an answer is not as its public shape says: a value of another type, a value outside an
 * enumeration, a required member that is missing, a member the shape does not know.
 *
 * @param json the parsed body; undefined when there was none
 */
export function trackerShapeProblems(
  operation: string,
  status: number,
  json: unknown,
): readonly string[] {
  const answer = fixture.operations[operation]?.success?.find(one => one.status === status);
  if (answer === undefined) return [`${operation} has no answer ${status}`];
  if (answer.body === undefined) return json === undefined ? [] : ['a body where none is due'];
  return problemsAt(answer.body, json, '');
}

function problemsAt(shape: Shape, value: unknown, at: string): readonly string[] {
  const wrong = [`${at || '/'}: ${JSON.stringify(value)} is not ${JSON.stringify(shape)}`];
  if (typeof shape === 'string') {
    const name = shape.startsWith('@') ? shape.slice(1) : undefined;
    if (name === undefined) return isScalar(shape, value) ? [] : wrong;
    const extra = alsoThere[name] ?? [];
    return problemsAt(fixture.schemas[name], without(value, extra), at);
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return wrong;
    return value.flatMap((item, index) => problemsAt(shape[0], item, `${at}/${index}`));
  }
  const tree = shape as {
    readonly enum?: readonly unknown[];
    readonly map?: Shape;
    readonly array?: Shape;
    readonly type?: string;
  };
  if (tree.enum) return tree.enum.includes(value) ? [] : wrong;
  if (tree.type !== undefined) return isScalar(tree.type, value) ? [] : wrong;
  if (tree.array !== undefined) return problemsAt([tree.array], value, at);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
  return Object.entries(value)
    .flatMap(([name, member]) => problemsOfMember(shape, name, member, `${at}/${name}`))
    .concat(missingMembers(shape, value, at));
}

function problemsOfMember(
  shape: Shape,
  name: string,
  member: unknown,
  at: string,
): readonly string[] {
  const {map, fields = {}} = shape as {map?: Shape; fields?: Record<string, Shape>};
  if (map !== undefined) return problemsAt(map, member, at);
  return Object.hasOwn(fields, name)
    ? problemsAt(fields[name], member, at)
    : [`${at}: not in the shape`];
}

function missingMembers(shape: Shape, value: object, at: string): readonly string[] {
  const {required = []} = shape as {required?: readonly string[]};
  return required.filter(name => !Object.hasOwn(value, name)).map(name => `${at}/${name}: missing`);
}

function without(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || typeof value !== 'object' || value === null) return value;
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
  if (shape.startsWith('string(date-time)')) return !Number.isNaN(Date.parse(text));
  if (shape.startsWith('string(date)')) return /^\d{4}-\d\d-\d\d$/.test(text);
  if (shape.startsWith('string(uuid)'))
    return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
  return true;
}
