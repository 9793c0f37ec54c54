import {age, type Column, firstLine, number, text, time} from '../../state/model/column.ts';
import type {Resource} from '../../state/model/resource.ts';
import {markup} from '../../state/show/storage/markup-column.ts';
import {idColumn} from '../../state/views/list/columns.ts';
import {labelColumns} from './label-columns.ts';

/** What the rows of a list look like, whoever they belong to. */
export type Shape = Pick<Resource, 'columns' | 'identity' | 'name' | 'noun'>;

/** Saved versions. */
export const versionShape: Shape = {
  noun: 'version',
  identity: ['/number'],
  name: ['/number'],
  columns: [
    number('VERSION', '/number', {id: 'number', worth: 0, tone: 'title'}),
    time('WRITTEN', '/createdAt', {id: 'created', worth: 0}),
    age('AGE', '/createdAt', {worth: 2, tone: 'dim'}),
    firstLine('MESSAGE', '/message', {min: 18, max: 80, grows: true}),
    text('AUTHOR', '/authorId', {min: 10, max: 44, worth: 3, tone: 'dim'}),
  ],
};

/** Comments with their text on one line. */
export const commentShape: Shape = {
  noun: 'comment',
  identity: ['/id'],
  name: ['/id'],
  columns: [
    markup('COMMENT', '/body/storage/value', {
      id: 'body',
      min: 24,
      max: 160,
      grows: true,
      worth: 0,
    }),
    text('STATUS', ['/resolutionStatus', '/status'], {
      max: 10,
      tones: {open: 'warn', resolved: 'good'},
    }),
    time('WRITTEN', '/version/createdAt', {id: 'created', worth: 2, tone: 'dim'}),
    text('AUTHOR', '/version/authorId', {min: 10, max: 44, worth: 3, tone: 'dim'}),
    idColumn(4),
  ],
};

/** Attached files. */
export const attachmentShape: Shape = {
  noun: 'attachment',
  identity: ['/id'],
  name: ['/title'],
  columns: [
    text('FILE', '/title', {id: 'title', min: 18, max: 60, grows: true, worth: 0, tone: 'title'}),
    text('TYPE', '/mediaType', {max: 30}),
    number('BYTES', '/fileSize', {id: 'size'}),
    text('STATUS', '/status', {max: 9, worth: 3, tone: 'dim'}),
    time('CREATED', '/createdAt', {worth: 2, tone: 'dim'}),
    text('ID', '/id', {max: 20, worth: 4, tone: 'dim'}),
  ],
};

/** Content properties: JSON values by key. */
export const propertyShape: Shape = {
  noun: 'property',
  identity: ['/id'],
  name: ['/key'],
  columns: [
    text('KEY', '/key', {min: 14, max: 40, worth: 0, tone: 'title'}),
    text('VALUE', '/value', {min: 18, max: 120, grows: true, worth: 0}),
    number('VER', '/version/number', {id: 'version', worth: 2, tone: 'dim'}),
    idColumn(3),
  ],
};

/** Who may read or update one piece of content. */
export const permissionShape: Shape = {
  noun: 'permission',
  identity: ['/principalType', '/principalId', '/operation', '/id'],
  name: ['/principalId'],
  columns: [
    text('PRINCIPAL', ['/principalType', '/principal/type'], {id: 'type', max: 10, worth: 0}),
    text('ID', ['/principalId', '/principal/id'], {
      min: 14,
      max: 60,
      grows: true,
      worth: 0,
      tone: 'title',
    }),
    text('MAY', ['/operation/key', '/operation'], {
      id: 'operation',
      max: 10,
      worth: 0,
      tones: {update: 'warn'},
    }),
  ],
};

/** Labels. */
export const labelShape: Shape = {
  noun: 'label',
  identity: ['/id'],
  name: ['/name'],
  columns: labelColumns,
};

const titleColumn: Column = text('TITLE', '/title', {
  min: 24,
  max: 80,
  grows: true,
  worth: 0,
  tone: 'title',
});

const statusColumn: Column = text('STATUS', '/status', {
  max: 9,
  worth: 2,
  tones: {current: 'good', draft: 'warn', trashed: 'bad', archived: 'dim', deleted: 'bad'},
});

/** Nodes of the content tree: what kind, which title, where in it. */
export const nodeShape: Shape = {
  noun: 'item',
  identity: ['/id'],
  name: ['/title'],
  columns: [
    titleColumn,
    text('KIND', '/type', {id: 'type', max: 12, worth: 0, tone: 'accent'}),
    {...statusColumn, worth: 3},
    number('PLACE', '/childPosition', {worth: 4, tone: 'dim'}),
    idColumn(1),
  ],
};

/** Pages, posts and custom content as lists give them. */
export const contentShape: Shape = {
  noun: 'item',
  identity: ['/id'],
  name: ['/title'],
  columns: [
    titleColumn,
    text('TYPE', '/type', {max: 30, worth: 3, tone: 'dim'}),
    statusColumn,
    time('CREATED', '/createdAt'),
    number('VER', '/version/number', {id: 'version', worth: 4}),
    number('SPACE', '/spaceId', {worth: 5, tone: 'dim'}),
    idColumn(2),
  ],
};
