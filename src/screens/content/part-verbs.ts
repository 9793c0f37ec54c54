import {contentVerb, type Verb} from '../../state/model/verb.ts';

/** The operations on the properties of one kind of content, and the names of their inputs. */
interface PropertyOperations {
  readonly create: string;
  readonly update: string;
  readonly remove: string;
  /** The input of `create` for the content, and the parameter of the location. */
  readonly within: Readonly<Record<string, string>>;
  /** The inputs that identify one property. */
  readonly one: Readonly<Record<string, string>>;
}

/** Make the verbs for the properties of content: add, edit, delete. */
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

/** The fields for granting a permission: a user picked by name, or a group id. */
const permissionAsked = {
  'body.permissions.0.principalId': '',
  'body.permissions.0.operation': 'read',
  'body.permissions.0.principalType': 'user',
} as const;

/**
 * Make the verbs for the permissions of content: add, remove.
 *
 * @param id parameter of the location with the id of the content
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
 * Make the verbs that set and reset the classification level of content.
 *
 * @param put the operation that sets it
 * @param reset the operation that resets it to the default
 */
export const classificationVerbs = (put: string, reset: string): readonly [Verb, Verb] => {
  const published = {id: '{row/id}', status: 'current'};
  return [
    contentVerb.many('classify', 'Classify…', put, published, {
      title: 'Classify {object}',
      asks: {'body.id': ''},
    }),
    contentVerb.many('declassify', 'Clear classification', reset, published, {
      changes: {field: 'Classification', after: 'that of the space'},
    }),
  ];
};

/** Make the verb that grants permissions on the current content. */
export const allowVerb = (operation: string): Verb =>
  contentVerb.one(
    'allow',
    'Grant permissions…',
    operation,
    {id: '{row/id}'},
    {title: 'Grant permissions on {object}', key: 'K', asks: permissionAsked},
  );
