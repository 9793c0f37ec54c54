import type {Field, ObjectShape} from '../../field.ts';
import {
  assumedShape,
  boolean,
  integer,
  json,
  lines,
  list,
  members,
  object,
  text,
} from '../fields.ts';
import {type Bodies, nextVersion} from '../shared.ts';
import {whiteboardLocales, whiteboardTemplates} from './whiteboard-values.ts';

/** Build the body of a post or an item, with `representation` and `value` (services W4.18). */
function bodyShape(representations: readonly string[]): ObjectShape {
  return members([
    text('representation', {
      values: representations,
      default: 'storage',
      help: 'format of the text',
    }),
    lines('value', {help: 'the text'}),
  ]);
}

/** Build a field for a body in the flat format, or with one member per representation. */
function bodyField(name: string, ...representations: readonly string[]): Field {
  const flat = bodyShape(representations);
  const nested = representations.map(one => object(one, flat, {help: `the text in ${one} format`}));
  return object(
    name,
    members([...flat.fields, ...nested], {
      rules: [
        {kind: 'notTogether', inputs: ['value', ...representations]},
        {kind: 'needs', input: 'representation', inputs: ['value']},
      ],
    }),
    {help: 'the text'},
  );
}

const postBody = bodyField('body', 'storage', 'atlas_doc_format', 'wiki');
const itemBody = bodyField('body', 'storage', 'atlas_doc_format', 'raw');

const status = text('status', {
  values: ['current', 'draft'],
  closed: true,
  default: 'current',
  help: 'published (current) or draft',
});
const onlyCurrent = text('status', {
  values: ['current'],
  closed: true,
  help: 'status of the content',
});
const createdAt: Field = {name: 'createdAt', type: 'time', help: 'creation time; default: now'};
const spaceId = text('spaceId', {names: 'space', help: 'id of the space'});
const title = text('title', {help: 'title', example: 'A title'});
const container: readonly Field[] = [
  text('pageId', {names: 'page', help: 'id of the parent page'}),
  text('blogPostId', {names: 'blog post', help: 'id of the parent blog post'}),
  text('customContentId', {names: 'custom content', help: 'id of the parent custom content'}),
];
const contentType = text('type', {help: '<prefix>:<app>:<type>'});
const required = {required: true} as const;

const createdProperty = members([
  text('key', {help: 'key of the property', example: 'reviewed'}),
  json('value', {help: 'value of the property', example: '{"by":"me"}'}),
]);
const updatedProperty: ObjectShape = {
  ...members([
    text('key', {help: 'key of the property', example: 'editor'}),
    json('value', {help: 'value of the property', example: '{"by":"me"}'}),
    object('version', nextVersion, {
      help: 'new version; number must be the current number plus 1',
      example: '{"number":3}',
    }),
  ]),
  whole: true,
};

// The documentation does not define the shape of entries; it is assumed to equal that of the
// filters (services C2, rule 6; W6).
const permissionEntries = assumedShape(
  members([
    list(
      'permissions',
      members([
        text('principalType', {
          values: ['user', 'group'],
          closed: true,
          help: 'user or group',
        }),
        text('principalId', {names: 'user', help: 'account id of the user, or id of the group'}),
        text('operation', {
          values: ['read', 'update'],
          closed: true,
          help: 'read, or update (includes read)',
        }),
      ]),
    ),
  ]),
);
const openness = {values: ['open', 'restricted'], closed: true} as const;
const restrictionState = assumedShape(
  members([
    text('read', {
      ...openness,
      help: 'who can read: everyone in the space, or only those with a permission',
    }),
    text('update', {
      ...openness,
      help: 'who can edit: everyone in the space, or only those with a permission',
    }),
  ]),
);

const level = text('id', {
  required: true,
  names: 'classification level',
  help: 'id of the level',
  example: '4f2d8c1e-0000-4000-8000-000000000002',
});

const redactionsOf = (pointer: Field) =>
  list(
    'redactions',
    members([
      pointer,
      integer('from', {min: 0, help: 'index of the first character, from 0'}),
      integer('to', {min: 0, help: 'index after the last character'}),
      text('reason', {nullable: 'none', help: 'why'}),
    ]),
    {help: 'the redactions'},
  );
const textPointer = text('pointer', {required: true, help: 'JSON pointer into the text'});
const titlePointer = text('pointer', {
  required: true,
  emptyToo: true,
  help: 'JSON pointer into the title: always empty',
});

/** Bodies of the content service; for ten of them no public shape exists (services W6). */
export const contentBodies: Bodies = {
  'blogposts create-blog-post': members([
    {...spaceId, ...required, example: '65540'},
    title,
    postBody,
    status,
    createdAt,
  ]),
  'blogposts update-blog-post': members([
    text('id', {names: 'blog post', help: 'same id as in the path'}),
    title,
    spaceId,
    postBody,
    {
      ...status,
      help: 'published (current) or draft; by default unchanged; a published post cannot become a draft',
      oneWay: true,
    },
    object('version', nextVersion, {help: 'new version; number must be the current number plus 1'}),
    createdAt,
  ]),
  'blogposts add-blog-post-permissions': permissionEntries,
  'blogposts post-blog-post-classification-level': members([
    {...status, ...required, example: 'current'},
  ]),
  'blogposts put-blog-post-classification-level': members([
    level,
    {...status, ...required, example: 'current'},
  ]),
  'blogposts create-property': createdProperty,
  'blogposts update-property-by-id': updatedProperty,
  'blogposts post-redact-blog': members([
    {
      name: 'createdAt',
      type: 'time',
      required: true,
      help: 'when the redacted version was created',
      example: '2026-11-01T09:00:00Z',
    },
    boolean('cleanHistory', {nullable: 'false', help: 'redact older versions too'}),
    integer('versionNumber', {min: 1, nullable: 'the newest', help: 'number of the version'}),
    object('body', members([redactionsOf(textPointer)]), {help: 'redactions of the text'}),
    object('title', members([redactionsOf(titlePointer)]), {help: 'redactions of the title'}),
  ]),
  'whiteboards create': members([
    {...spaceId, ...required, example: '65540'},
    title,
    text('parentId', {help: 'id of the parent page, whiteboard or folder'}),
    text('templateKey', {
      ...whiteboardTemplates,
      complete: true,
      help: 'template to create it from',
    }),
    text('locale', {...whiteboardLocales, complete: true, help: 'language of the template'}),
  ]),
  'whiteboards add-permissions': permissionEntries,
  'whiteboards set-permissions': permissionEntries,
  'whiteboards set-restriction-state': restrictionState,
  'whiteboards put-classification-level': members([
    level,
    {...onlyCurrent, ...required, example: 'current'},
  ]),
  'whiteboards post-classification-level': members([
    {...onlyCurrent, ...required, example: 'current'},
  ]),
  'whiteboards create-property': createdProperty,
  'whiteboards update-property-by-id': updatedProperty,
  'custom-content create-custom-content': members(
    [
      {...contentType, ...required, example: 'ac:risk-register:risk'},
      {...title, ...required},
      {...itemBody, ...required},
      {...spaceId, example: '65540'},
      ...container,
      status,
    ],
    {rules: [{kind: 'atLeastOne', inputs: ['spaceId', 'pageId', 'blogPostId', 'customContentId']}]},
  ),
  'custom-content update-custom-content': members([
    text('id', {names: 'custom content', help: 'same id as in the path'}),
    contentType,
    title,
    itemBody,
    spaceId,
    ...container,
    onlyCurrent,
    object('version', nextVersion, {help: 'new version; number must be the current number plus 1'}),
  ]),
  'custom-content create-custom-content-property': createdProperty,
  'custom-content update-custom-content-property-by-id': updatedProperty,
  'labels add': {
    type: 'list',
    minItems: 1,
    items: members([
      text('prefix', {
        required: true,
        values: ['global', 'my', 'team'],
        help: 'kind of label',
      }),
      text('name', {required: true, names: 'label', by: 'name', help: 'name of the label'}),
    ]),
  },
  'admin-key enable-admin-key': members([
    integer('durationInMinutes', {
      min: 0,
      default: '10',
      help: 'validity in minutes; 0 for the default',
      example: '15',
    }),
  ]),
};
