import type {
  BodyInput,
  FieldInput,
  ListInput,
  Paging,
  PathInput,
  QueryInput,
  ScalarType,
} from '../operation.ts';

type PathOptions = Omit<PathInput, 'name' | 'place' | 'type' | 'required'>;
type QueryOptions = Omit<QueryInput, 'name' | 'place' | 'type'>;
type ListOptions = Omit<ListInput, 'name' | 'place' | 'type' | 'style' | 'items'> & {
  readonly items?: ListInput['items'];
};
type FieldOptions = Omit<FieldInput, 'name' | 'place' | 'type' | 'pointer'>;

/** Build a path input; always required. */
export function inPath(name: string, type: ScalarType, options: PathOptions = {}): PathInput {
  return {name, place: 'path', type, required: true, ...options};
}

/** Build a single query input. */
export function inQuery(name: string, type: ScalarType, options: QueryOptions = {}): QueryInput {
  return {name, place: 'query', type, ...options};
}

/** Build a list sent by repeating its name. Items are strings by default. */
export function repeated(name: string, options: ListOptions = {}): ListInput {
  return {name, place: 'query', type: 'list', style: 'repeat', items: 'string', ...options};
}

/** Build a list sent as one comma-separated value. Items are strings by default. */
export function commaList(name: string, options: ListOptions = {}): ListInput {
  return {name, place: 'query', type: 'list', style: 'comma', items: 'string', ...options};
}

/** Build the comma-separated `expand` with its known values. */
export function expand(...values: readonly string[]): ListInput {
  return commaList('expand', {values, help: 'what to include in the response'});
}

/** Build the JSON body; required by default. */
export function jsonBody(
  options: {readonly help?: string; readonly optional?: true; readonly example?: string} = {},
): BodyInput {
  const {optional, ...rest} = options;
  return {
    name: 'body',
    place: 'body',
    type: 'json',
    ...(optional ? {} : {required: true}),
    ...rest,
  };
}

/** Build an input for a member of the JSON body. */
export function inBody(
  name: string,
  type: FieldInput['type'],
  pointer: string,
  options: FieldOptions = {},
): FieldInput {
  return {name, place: 'field', type, pointer, ...options};
}

/** `startAt` of offset pages: index of the first item. */
export const startAt: QueryInput = inQuery('startAt', 'integer', {
  default: '0',
  counts: true,
  help: 'index of the first item, from 0',
});

/** Build `maxResults` of offset pages with the server's default size. */
export function maxResults(
  defaultSize?: number,
  limits: {readonly min?: number; readonly max?: number} = {},
): QueryInput {
  const base = {help: 'items per page', counts: true as const, ...limits};
  return inQuery(
    'maxResults',
    'integer',
    defaultSize === undefined ? base : {default: String(defaultSize), ...base},
  );
}

/** `cursor` of the content service: opaque, from the Link header or `_links.next`. */
export const cursor: QueryInput = inQuery('cursor', 'string', {
  help: 'cursor from the previous page',
});

/** Build `limit` of the content service's lists: items per page, 1 to 250. */
export function limit(
  options: {readonly default?: number; readonly min?: number} = {},
): QueryInput {
  const base = {min: options.min ?? 1, max: 250, help: 'items per page'};
  return inQuery(
    'limit',
    'integer',
    options.default === undefined ? base : {default: String(options.default), ...base},
  );
}

/** Describe offset pages in an object envelope with `values`. */
export function offsetPages(
  sizeDefault: number,
  size: 'maxResults' | 'maxResult' = 'maxResults',
): Paging {
  return {kind: 'offset', items: '/values', size, sizeDefault};
}

/** Describe pages that are arrays of users (services W5.2); `end` as in `Paging`. */
export function userWindow(
  sizeDefault: number,
  end: number | readonly string[] | 'empty page',
  more: {readonly sizeMax?: number; readonly single?: readonly string[]} = {},
): Paging {
  return {kind: 'window', items: '', size: 'maxResults', sizeDefault, end, ...more};
}

/**
 * Describe pages of the usages of a status: the list and its `nextPageToken` in one member
 * (services W5.3).
 */
export function usagePages(member: 'projects' | 'workflows' | 'issueTypes'): Paging {
  return {
    kind: 'token',
    items: `/${member}/values`,
    next: `/${member}/nextPageToken`,
    size: 'maxResults',
    sizeDefault: 50,
    sizeMax: 200,
  };
}

/** Describe cursor pages with `results`, at most 250 items each. */
export function cursorPages(sizeDefault?: number): Paging {
  const pages = {kind: 'cursor', items: '/results', size: 'limit', sizeMax: 250} as const;
  return sizeDefault === undefined ? pages : {...pages, sizeDefault};
}
