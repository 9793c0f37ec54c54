import type {Column} from '../../state/model/column.ts';
import type {Resource} from '../../state/model/resource.ts';
import {idColumn, labelColumns} from '../../state/views/list/columns.ts';

/** What the rows of a list look like, whoever they belong to. */
export type Shape = Pick<Resource, 'columns' | 'identity' | 'name' | 'noun'>;

/** Saved versions. */
export const versionShape: Shape = {
  noun: 'version',
  identity: ['/number'],
  name: ['/number'],
  columns: [
    {id: 'number', title: 'VERSION', from: ['/number'], kind: 'number', worth: 0, tone: 'title'},
    {id: 'created', title: 'WRITTEN', from: ['/createdAt'], kind: 'time', worth: 0},
    {id: 'age', title: 'AGE', from: ['/createdAt'], kind: 'age', worth: 2, tone: 'dim'},
    {
      id: 'message',
      title: 'MESSAGE',
      from: ['/message'],
      kind: 'firstLine',
      min: 18,
      max: 80,
      grows: true,
      worth: 1,
    },
    {
      id: 'author',
      title: 'AUTHOR',
      from: ['/authorId'],
      kind: 'text',
      min: 10,
      max: 44,
      worth: 3,
      tone: 'dim',
    },
  ],
};

/** Comments with their text on one line. */
export const commentShape: Shape = {
  noun: 'comment',
  identity: ['/id'],
  name: ['/id'],
  columns: [
    {
      id: 'body',
      title: 'COMMENT',
      from: ['/body/storage/value'],
      kind: 'markup',
      min: 24,
      max: 160,
      grows: true,
      worth: 0,
    },
    {
      id: 'status',
      title: 'STATUS',
      from: ['/resolutionStatus', '/status'],
      kind: 'text',
      max: 10,
      worth: 1,
      tones: {open: 'warn', resolved: 'good'},
    },
    {
      id: 'created',
      title: 'WRITTEN',
      from: ['/version/createdAt'],
      kind: 'time',
      worth: 2,
      tone: 'dim',
    },
    {
      id: 'author',
      title: 'AUTHOR',
      from: ['/version/authorId'],
      kind: 'text',
      min: 10,
      max: 44,
      worth: 3,
      tone: 'dim',
    },
    idColumn(4),
  ],
};

/** Attached files. */
export const attachmentShape: Shape = {
  noun: 'attachment',
  identity: ['/id'],
  name: ['/title'],
  columns: [
    {
      id: 'title',
      title: 'FILE',
      from: ['/title'],
      kind: 'text',
      min: 18,
      max: 60,
      grows: true,
      worth: 0,
      tone: 'title',
    },
    {id: 'type', title: 'TYPE', from: ['/mediaType'], kind: 'text', max: 30, worth: 1},
    {id: 'size', title: 'BYTES', from: ['/fileSize'], kind: 'number', worth: 1},
    {id: 'status', title: 'STATUS', from: ['/status'], kind: 'text', max: 9, worth: 3, tone: 'dim'},
    {id: 'created', title: 'CREATED', from: ['/createdAt'], kind: 'time', worth: 2, tone: 'dim'},
    {id: 'id', title: 'ID', from: ['/id'], kind: 'text', max: 20, worth: 4, tone: 'dim'},
  ],
};

/** Content properties: JSON values by key. */
export const propertyShape: Shape = {
  noun: 'property',
  identity: ['/id'],
  name: ['/key'],
  columns: [
    {
      id: 'key',
      title: 'KEY',
      from: ['/key'],
      kind: 'text',
      min: 14,
      max: 40,
      worth: 0,
      tone: 'title',
    },
    {
      id: 'value',
      title: 'VALUE',
      from: ['/value'],
      kind: 'text',
      min: 18,
      max: 120,
      grows: true,
      worth: 0,
    },
    {id: 'version', title: 'VER', from: ['/version/number'], kind: 'number', worth: 2, tone: 'dim'},
    idColumn(3),
  ],
};

/** Who may read or update one piece of content. */
export const permissionShape: Shape = {
  noun: 'permission',
  identity: ['/principalType', '/principalId', '/operation', '/id'],
  name: ['/principalId'],
  columns: [
    {
      id: 'type',
      title: 'PRINCIPAL',
      from: ['/principalType', '/principal/type'],
      kind: 'text',
      max: 10,
      worth: 0,
    },
    {
      id: 'id',
      title: 'ID',
      from: ['/principalId', '/principal/id'],
      kind: 'text',
      min: 14,
      max: 60,
      grows: true,
      worth: 0,
      tone: 'title',
    },
    {
      id: 'operation',
      title: 'MAY',
      from: ['/operation/key', '/operation'],
      kind: 'text',
      max: 10,
      worth: 0,
      tones: {update: 'warn'},
    },
  ],
};

/** Labels. */
export const labelShape: Shape = {
  noun: 'label',
  identity: ['/id'],
  name: ['/name'],
  columns: labelColumns,
};

const titleColumn: Column = {
  id: 'title',
  title: 'TITLE',
  from: ['/title'],
  kind: 'text',
  min: 24,
  max: 80,
  grows: true,
  worth: 0,
  tone: 'title',
};

const statusColumn: Column = {
  id: 'status',
  title: 'STATUS',
  from: ['/status'],
  kind: 'text',
  max: 9,
  worth: 2,
  tones: {current: 'good', draft: 'warn', trashed: 'bad', archived: 'dim', deleted: 'bad'},
};

/** Nodes of the content tree: what kind, which title, where in it. */
export const nodeShape: Shape = {
  noun: 'item',
  identity: ['/id'],
  name: ['/title'],
  columns: [
    titleColumn,
    {id: 'type', title: 'KIND', from: ['/type'], kind: 'text', max: 12, worth: 0, tone: 'accent'},
    {...statusColumn, worth: 3},
    {id: 'place', title: 'PLACE', from: ['/childPosition'], kind: 'number', worth: 4, tone: 'dim'},
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
    {id: 'type', title: 'TYPE', from: ['/type'], kind: 'text', max: 30, worth: 3, tone: 'dim'},
    statusColumn,
    {id: 'created', title: 'CREATED', from: ['/createdAt'], kind: 'time', worth: 1},
    {id: 'version', title: 'VER', from: ['/version/number'], kind: 'number', worth: 4},
    {id: 'space', title: 'SPACE', from: ['/spaceId'], kind: 'number', worth: 5, tone: 'dim'},
    idColumn(2),
  ],
};
