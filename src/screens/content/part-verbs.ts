import {contentVerb, type Verb} from '../../state/model/verb.ts';

/** The operations on the properties of one kind of content, and what their inputs are called. */
interface PropertyOperations {
  readonly create: string;
  readonly update: string;
  readonly remove: string;
  /** Where `create` takes the content: its input, and the parameter of the place. */
  readonly within: Readonly<Record<string, string>>;
  /** What tells one property from all others. */
  readonly one: Readonly<Record<string, string>>;
}

/** What can be done to the properties of content: add one, change it, take some away. */
export const propertyVerbs = ({
  create,
  update,
  remove,
  within,
  one,
}: PropertyOperations): readonly Verb[] => [
  contentVerb.create(
    'Add…',
    create,
    within,
    {key: '', value: ''},
    {id: 'add', title: 'Add a property'},
  ),
  contentVerb.edit(update, one, {value: ''}),
  contentVerb.delete(remove, one),
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
  contentVerb.create('Grant permissions…', add, {id}, permissionAsked, {
    id: 'add',
    title: 'Grant permissions',
  }),
  contentVerb.delete(
    remove,
    {
      id,
      'principal-type': '{row/principalType}',
      'principal-id': '{row/principalId}',
      operation: '{row/operation}',
    },
    {words: 'Remove'},
  ),
];

/**
 * Giving content its classification level, and taking it away.
 *
 * @param put the operation that sets it
 * @param reset the operation that goes back to the default
 */
export const classificationVerbs = (put: string, reset: string): readonly [Verb, Verb] => {
  const published = {id: '{row/id}', status: 'current'};
  return [
    contentVerb.many('classify', 'Classify…', put, published, {
      title: 'Classify {object}',
      asks: {'body.id': ''},
    }),
    contentVerb.many('declassify', 'Clear classification', reset, published),
  ];
};

/** Giving permissions on content that is looked at as a whole. */
export const allowVerb = (operation: string): Verb =>
  contentVerb.one(
    'allow',
    'Grant permissions…',
    operation,
    {id: '{row/id}'},
    {title: 'Grant permissions on {object}', key: 'K', asks: permissionAsked},
  );
