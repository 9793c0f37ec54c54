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
        /** Absent where no shape is public. */
        readonly success?: readonly {readonly status: number; readonly body?: Shape}[];
      }
    >
  >;
  readonly schemas: Readonly<Record<string, Shape>>;
}

const fixture = JSON.parse(
  readFileSync(new URL('../fixtures/content-shapes.json', import.meta.url), 'utf8'),
) as Fixture;

/** Operations of the content service: id, method, and path from the host's root. */
export const contentOperations: readonly {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly shaped: boolean;
}[] = Object.entries(fixture.operations).map(([id, {method, path, success}]) => ({
  id,
  method,
  path,
  shaped: success !== undefined,
}));

/**
 * What in an answer is not as its public shape says: a value of another type, a value outside an
 * enumeration, a member the shape does not know.
 *
 * @param known further members by name, which the shape lacks but wire-notes tell of
 */
export function shapeProblems(
  operation: string,
  status: number,
  json: unknown,
  known: readonly string[] = [],
): readonly string[] {
  const answer = fixture.operations[operation]?.success?.find(one => one.status === status);
  if (answer === undefined) return [`${operation} has no answer ${status}`];
  if (answer.body === undefined) return json === undefined ? [] : ['a body where none is due'];
  return problemsAt(answer.body, json, '', known);
}

function problemsAt(
  shape: Shape,
  value: unknown,
  at: string,
  known: readonly string[],
): readonly string[] {
  const wrong = [`${at || '/'}: ${JSON.stringify(value)} is not ${JSON.stringify(shape)}`];
  if (typeof shape === 'string') {
    if (shape.startsWith('@')) return problemsAt(named(shape), value, at, known);
    return isScalar(shape, value) ? [] : wrong;
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return wrong;
    return value.flatMap((item, index) => problemsAt(shape[0], item, `${at}/${index}`, known));
  }
  const {enum: values, map} = shape as {enum?: unknown[]; map?: Shape};
  if (values) return values.includes(value) ? [] : wrong;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
  const fields = fieldsOf(shape);
  return Object.entries(value).flatMap(([name, member]) => {
    if (map !== undefined) return problemsAt(map, member, `${at}/${name}`, known);
    if (Object.hasOwn(fields, name)) {
      return problemsAt(fields[name], member, `${at}/${name}`, known);
    }
    return known.includes(name) ? [] : [`${at}/${name}: not in the shape`];
  });
}

/** Fields of an object; those of all parts together, their `_links` too. */
function fieldsOf(shape: Shape): Readonly<Record<string, Shape>> {
  const resolved = typeof shape === 'string' ? named(shape) : shape;
  const {fields = {}, allOf} = resolved as {fields?: Record<string, Shape>; allOf?: Shape[]};
  if (allOf === undefined) return fields;
  const parts = allOf.map(fieldsOf);
  const links = parts.flatMap(({_links}) => (_links === undefined ? [] : [_links]));
  return {...Object.assign({}, ...parts), _links: {allOf: links}};
}

function named(reference: string): Shape {
  return fixture.schemas[reference.slice(1)];
}

function isScalar(shape: string, value: unknown): boolean {
  if (shape === 'any') return true;
  if (value === null) return shape.endsWith('|null');
  const [type = ''] = shape.replace('|null', '').split('(');
  if (type === 'integer') return Number.isInteger(value);
  if (shape.startsWith('string(date-time)')) {
    return typeof value === 'string' && new Date(value).toISOString() === value;
  }
  return typeof value === type;
}
