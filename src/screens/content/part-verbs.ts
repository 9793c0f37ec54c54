import type {Verb} from '../../state/model/verb.ts';

/** The operations on the properties of one kind of content, and what their inputs are called. */
interface PropertyOperations {
  readonly create: string;
  readonly remove: string;
  /** Where `create` takes the content: its input, and the parameter of the place. */
  readonly within: Readonly<Record<string, string>>;
  /** What tells one property from all others. */
  readonly one: Readonly<Record<string, string>>;
}

/** What can be done to the properties of content: add one, take some away. */
export const propertyVerbs = ({
  create,
  remove,
  within,
  one,
}: PropertyOperations): readonly [add: Verb, remove: Verb] => [
  {
    service: 'content',
    id: 'add',
    words: 'Add…',
    title: 'Add a property',
    key: 'a',
    rows: 'none',
    operation: create,
    inputs: within,
    asks: {key: '', value: ''},
  },
  {
    service: 'content',
    id: 'delete',
    words: 'Delete',
    key: 'D',
    rows: 'many',
    operation: remove,
    inputs: one,
  },
];

/** Who is given what: a user picked by name; of a group its id. */
const permissionAsked = {
  'body.permissions.0.principalId': '',
  'body.permissions.0.operation': 'read',
  'body.permissions.0.principalType': 'user',
} as const;

/**
 * What can be done to the permissions of content: give some, take some away.
 *
 * @param id of the content, as a parameter of the place
 */
export const permissionVerbs = (add: string, remove: string, id: string): readonly Verb[] => [
  {
    service: 'content',
    id: 'add',
    words: 'Give permissions…',
    title: 'Give permissions',
    key: 'a',
    rows: 'none',
    operation: add,
    inputs: {id},
    asks: permissionAsked,
  },
  {
    service: 'content',
    id: 'delete',
    words: 'Take away',
    key: 'D',
    rows: 'many',
    operation: remove,
    inputs: {
      id,
      'principal-type': '{/principalType}',
      'principal-id': '{/principalId}',
      operation: '{/operation}',
    },
  },
];

/**
 * Giving content its classification level, and taking it away.
 *
 * @param put the operation that sets it
 * @param reset the operation that goes back to the default
 */
export const classificationVerbs = (put: string, reset: string): readonly [Verb, Verb] => [
  {
    service: 'content',
    id: 'classify',
    words: 'Classify…',
    title: 'Classify {object}',
    key: 'c',
    rows: 'many',
    operation: put,
    inputs: {id: '{/id}', status: 'current'},
    asks: {'body.id': ''},
  },
  {
    service: 'content',
    id: 'declassify',
    words: 'Take the classification away',
    rows: 'many',
    operation: reset,
    inputs: {id: '{/id}', status: 'current'},
  },
];

/** Giving permissions on content that is looked at as a whole. */
export const allowVerb = (operation: string): Verb => ({
  service: 'content',
  id: 'allow',
  words: 'Give permissions…',
  title: 'Give permissions on {object}',
  key: 'w',
  rows: 'one',
  operation,
  inputs: {id: '{/id}'},
  asks: permissionAsked,
});
