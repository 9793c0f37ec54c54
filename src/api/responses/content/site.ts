import {
  idOf,
  integer,
  integers,
  json,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  type ResponseShapes,
  text,
  texts,
  time,
} from '../shapes.ts';
import {blogPost} from './blogposts.ts';
import {
  attachment,
  bodyOfListItem,
  bodyType,
  classificationLevel,
  contentProperty,
  contentStatus,
  contentVersion,
  label,
  pageLinks,
  pageOf,
  parentType,
  permittedOperations,
  single,
  spaceStatus,
  webLink,
} from './shared.ts';

const singleWhiteboard = single(
  {
    ...texts('id type'),
    status: contentStatus,
    ...texts('title parentId'),
    parentType,
    position: integer,
    authorId: idOf('user'),
    ownerId: idOf('user'),
    createdAt: time,
    spaceId: idOf('space'),
    version: contentVersion,
  },
  {webui: text, editui: text},
);

const childMembers = {id: text, status: spaceStatus, title: text, type: text};

const page = objectOf({
  id: text,
  status: contentStatus,
  title: text,
  spaceId: idOf('space'),
  parentId: text,
  parentType,
  position: integer,
  authorId: idOf('user'),
  ownerId: idOf('user'),
  lastOwnerId: idOf('user'),
  subtype: text,
  createdAt: time,
  version: contentVersion,
  body: bodyOfListItem,
  _links: objectOf(pageLinks),
});

const adminKey = objectOf({accountId: text, expirationTime: time});

const space = objectOf({
  ...texts('id key name'),
  type: oneOf('global collaboration knowledge_base personal system onboarding xflow_sample_space'),
  status: spaceStatus,
  authorId: idOf('user'),
  currentActiveAlias: text,
  createdAt: time,
  homepageId: idOf('page'),
  description: objectOf({plain: bodyType, view: bodyType}),
  icon: objectOf({path: text, apiDownloadLink: text}),
  _links: objectOf(webLink),
});

const permissionKeys = oneOf(
  'use create read update delete copy move export purge purge_version ' +
    'administer restore create_space restrict_content archive',
);

const permissionTargets = oneOf(
  'page blogpost comment attachment whiteboard database embed folder space application userProfile',
);

/** Responses about whiteboards, labels, spaces and the site. */
export const siteResponses: ResponseShapes = {
  'whiteboards create': singleWhiteboard,
  'whiteboards get-by-id': singleWhiteboard,
  'whiteboards get-ancestors': objectOf({results: listOf(objectOf({id: text, type: parentType}))}),
  'whiteboards get-descendants': pageOf(
    objectOf({...childMembers, parentId: text, depth: integer, childPosition: integer}),
  ),
  'whiteboards get-direct-children': pageOf(
    objectOf({...childMembers, spaceId: idOf('space'), childPosition: integer}),
  ),
  'whiteboards get-operations': permittedOperations,
  'whiteboards get-classification-level': classificationLevel,
  'whiteboards create-property': contentProperty,
  'whiteboards get-content-properties': pageOf(contentProperty),
  'whiteboards get-content-properties-by-id': contentProperty,
  'whiteboards update-property-by-id': contentProperty,
  'labels get': pageOf(label),
  'labels get-attachments': pageOf(attachment),
  'labels get-blog-posts': pageOf(blogPost),
  'labels get-pages': pageOf(page),
  'labels add': objectOf({
    results: listOf(objectOf({prefix: text, name: text, id: text, label: text})),
    ...integers('start limit size'),
    _links: mapOf(json),
  }),
  'labels list': pageOf(label),
  'spaces get': pageOf(space),
  'spaces get-labels': pageOf(label),
  'spaces get-permissions-assignments': pageOf(
    objectOf({
      id: text,
      principal: objectOf({type: oneOf('user group role'), id: text}),
      operation: objectOf({key: permissionKeys, targetType: permissionTargets}),
    }),
  ),
  'spaces get-role-assignments': pageOf(
    objectOf({
      principal: objectOf({
        principalType: oneOf('USER GROUP ACCESS_CLASS'),
        principalId: text,
      }),
      roleId: idOf('space role'),
    }),
  ),
  'space-permissions get-available-space-permissions': pageOf(
    objectOf({id: text, displayName: text, description: text, requiredPermissionIds: listOf(text)}),
  ),
  'space-roles get-available-space-roles': pageOf(
    objectOf({
      id: text,
      type: oneOf('SYSTEM CUSTOM'),
      ...texts('name description'),
      spacePermissions: listOf(text),
    }),
  ),
  'space-role-mode get-space-role-mode': objectOf({
    mode: oneOf('PRE_ROLES ROLES_TRANSITION ROLES'),
  }),
  'classification-levels get-classification-levels': listOf(classificationLevel),
  'admin-key enable-admin-key': adminKey,
  'admin-key get-admin-key': adminKey,
};
