import {
  age,
  bytes,
  firstLine,
  joinedList,
  nameText,
  number,
  text,
  time,
} from '../../base/column.ts';
import {descriptionColumn, idColumn, nameColumn, type OperationColumns} from './column.ts';

const contentTones = {
  current: 'good',
  draft: 'warn',
  trashed: 'bad',
  archived: 'dim',
  deleted: 'bad',
} as const;

const blogPost = [
  nameText('TITLE', '/title', {min: 34, max: 70, grows: true}),
  text('STATUS', '/status', {max: 9, dropPriority: 3, tones: contentTones}),
  time('CREATED', '/createdAt'),
  number('VER', '/version/number', {id: 'version', dropPriority: 4}),
  age('CHANGED', '/version/createdAt', {dropPriority: 5, tone: 'dim'}),
  number('SPACE', '/spaceId', {dropPriority: 2, tone: 'dim'}),
  idColumn(6),
];

const title = nameText('TITLE', '/title', {min: 24, max: 80, grows: true});
const status = text('STATUS', '/status', {max: 9, dropPriority: 2, tones: contentTones});

const content = [
  title,
  text('TYPE', '/type', {max: 30, dropPriority: 3, tone: 'dim'}),
  status,
  time('CREATED', '/createdAt'),
  number('VER', '/version/number', {id: 'version', dropPriority: 4}),
  number('SPACE', '/spaceId', {dropPriority: 5, tone: 'dim'}),
  idColumn(2),
];

const node = [
  title,
  text('KIND', '/type', {id: 'type', max: 12, dropPriority: 0, tone: 'accent'}),
  {...status, dropPriority: 3},
  number('PLACE', '/childPosition', {dropPriority: 4, tone: 'dim'}),
  idColumn(1),
];

const version = [
  number('VERSION', '/number', {id: 'number', dropPriority: 0, tone: 'title'}),
  time('WRITTEN', '/createdAt', {id: 'created', dropPriority: 0}),
  age('AGE', '/createdAt', {dropPriority: 2, tone: 'dim'}),
  firstLine('MESSAGE', '/message', {min: 18, max: 80, grows: true}),
  text('AUTHOR', '/authorId', {min: 10, max: 44, dropPriority: 3, tone: 'dim'}),
];

const comment = [
  text('STATUS', ['/resolutionStatus', '/status'], {
    max: 10,
    tones: {open: 'warn', resolved: 'good'},
  }),
  time('WRITTEN', '/version/createdAt', {id: 'created', dropPriority: 2, tone: 'dim'}),
  text('AUTHOR', '/version/authorId', {min: 10, max: 44, dropPriority: 3, tone: 'dim'}),
  idColumn(4),
];

const attachment = [
  nameText('FILE', '/title', {id: 'title', min: 18, max: 60, grows: true}),
  text('TYPE', '/mediaType', {max: 30}),
  bytes('SIZE', '/fileSize'),
  text('STATUS', '/status', {max: 9, dropPriority: 3, tone: 'dim'}),
  time('CREATED', '/createdAt', {dropPriority: 2, tone: 'dim'}),
  text('ID', '/id', {max: 20, dropPriority: 4, tone: 'dim'}),
];

const property = [
  nameText('KEY', '/key', {min: 14, max: 40}),
  text('VALUE', '/value', {min: 18, max: 120, grows: true, dropPriority: 0}),
  number('VER', '/version/number', {id: 'version', dropPriority: 2, tone: 'dim'}),
  idColumn(3),
];

const permission = [
  text('PRINCIPAL', ['/principalType', '/principal/type'], {id: 'type', max: 10, dropPriority: 0}),
  nameText('ID', ['/principalId', '/principal/id'], {min: 14, max: 60, grows: true}),
  text('MAY', ['/operation/key', '/operation'], {
    id: 'operation',
    max: 10,
    dropPriority: 0,
    tones: {update: 'warn'},
  }),
];

const label = [
  nameText('NAME', '/name', {min: 18, max: 80, grows: true}),
  text('PREFIX', '/prefix', {max: 8, dropPriority: 0}),
  idColumn(1),
];

const space = [
  nameText('KEY', '/key', {max: 14}),
  text('NAME', '/name', {min: 18, max: 60, grows: true, dropPriority: 0}),
  text('TYPE', '/type', {max: 14, words: {knowledge_base: 'knowledge base'}}),
  text('STATUS', '/status', {max: 9, dropPriority: 2, tones: {current: 'good', archived: 'warn'}}),
  time('CREATED', '/createdAt', {dropPriority: 3, tone: 'dim'}),
  idColumn(4),
];

const spacePermission = [
  nameText('PERMISSION', '/operation/key', {min: 12, max: 20}),
  text('ON', '/operation/targetType', {id: 'target', min: 8, max: 14, dropPriority: 0}),
  text('WHO', '/principal/type', {id: 'type', max: 8, dropPriority: 0}),
  text('PRINCIPAL', '/principal/id', {min: 16, max: 44, grows: true, dropPriority: 0}),
  idColumn(3),
];

const spaceRoleAssignment = [
  text('WHO', '/principal/principalType', {id: 'type', max: 12, dropPriority: 0}),
  text('PRINCIPAL', '/principal/principalId', {min: 16, max: 44, grows: true, dropPriority: 0}),
  text('ROLE', '/roleId', {min: 16, max: 40, dropPriority: 0}),
];

const spaceRole = [
  nameColumn(14, 30),
  text('TYPE', '/type', {max: 8, dropPriority: 3, tone: 'dim'}),
  joinedList('PERMISSIONS', '/spacePermissions', {min: 16, max: 90, grows: true}),
  descriptionColumn(4),
  text('ID', '/id', {max: 36, dropPriority: 5, tone: 'dim'}),
];

const availablePermission = [
  nameText('PERMISSION', '/displayName', {id: 'name', min: 12, max: 30}),
  descriptionColumn(1),
  joinedList('NEEDS', '/requiredPermissionIds', {max: 40, dropPriority: 3}),
  text('ID', '/id', {max: 30, dropPriority: 2, tone: 'dim'}),
];

/** Columns for the lists and single objects of the content service’s operations. */
export const contentColumns: OperationColumns = {
  'blogposts get-blog-posts': blogPost,
  'blogposts get-blog-post-by-id': blogPost,
  'labels get-blog-posts': blogPost,
  'spaces get-blog-posts-in': blogPost,
  'blogposts get-blog-post-versions': version,
  'blogposts get-blog-post-footer-comments': comment,
  'blogposts get-blog-post-inline-comments': comment,
  'blogposts get-blog-post-labels': label,
  'blogposts get-attachments': attachment,
  'blogposts get-content-properties': property,
  'blogposts get-blog-post-permissions': permission,
  'blogposts get-custom-content-by-type-in-blog-post': content,
  'whiteboards get-descendants': node,
  'whiteboards get-direct-children': node,
  'whiteboards get-content-properties': property,
  'whiteboards get-permissions': permission,
  'custom-content get-custom-content-by-type': content,
  'custom-content get-custom-content-by-id': content,
  'custom-content get-child-custom-content': content,
  'custom-content get-custom-content-versions': version,
  'custom-content get-custom-content-comments': comment,
  'custom-content get-custom-content-labels': label,
  'custom-content get-custom-content-attachments': attachment,
  'custom-content get-custom-content-content-properties': property,
  'spaces get-custom-content-by-type-in': content,
  'spaces get': space,
  'spaces get-by-id': space,
  'spaces get-permissions-assignments': spacePermission,
  'spaces get-role-assignments': spaceRoleAssignment,
  'space-roles get-available-space-roles': spaceRole,
  'space-permissions get-available-space-permissions': availablePermission,
  'spaces get-labels': label,
  'labels get': label,
  'labels list': label,
  'labels add': label,
  'labels get-pages': content,
  'labels get-attachments': attachment,
};
