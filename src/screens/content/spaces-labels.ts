import type {Resource} from '../../state/model/resource.ts';
import {idColumn, labelColumns} from '../../state/views/list/columns.ts';

const content = 'content' as const;

/** Spaces of the content service; enter lists the blog posts of one. */
export const spaces: Resource = {
  id: 'spaces',
  title: 'Spaces',
  noun: 'space',
  service: content,
  aliases: ['space', 'sp'],
  needs: [],
  sources: [{service: content, operation: 'spaces get', inputs: {}}],
  identity: ['/id'],
  name: ['/key', '/name'],
  columns: [
    {id: 'key', title: 'KEY', from: ['/key'], kind: 'text', max: 14, worth: 0, tone: 'title'},
    {
      id: 'name',
      title: 'NAME',
      from: ['/name'],
      kind: 'text',
      min: 18,
      max: 60,
      grows: true,
      worth: 0,
    },
    {id: 'type', title: 'TYPE', from: ['/type'], kind: 'text', max: 14, worth: 1},
    {
      id: 'status',
      title: 'STATUS',
      from: ['/status'],
      kind: 'text',
      max: 9,
      worth: 2,
      tones: {current: 'good', archived: 'warn'},
    },
    {id: 'created', title: 'CREATED', from: ['/createdAt'], kind: 'time', worth: 3, tone: 'dim'},
    idColumn(4),
  ],
  opens: {screen: 'space-posts', params: {space: ['/id'], crumb: ['/name']}},
  sort: {column: 'key', reverse: false},
  empty: 'No space is visible to this user.',
  about: 'Enter lists the blog posts of a space.',
};

/** Labels the user can see; enter lists the blog posts that carry one. */
export const labels: Resource = {
  id: 'labels',
  title: 'Labels',
  noun: 'label',
  service: content,
  aliases: ['label'],
  needs: [],
  sources: [{service: content, operation: 'labels get', inputs: {sort: 'name'}}],
  identity: ['/id'],
  name: ['/name'],
  columns: labelColumns,
  opens: {screen: 'label-posts', params: {label: ['/id'], crumb: ['/name']}},
  empty: 'No label is visible to this user.',
  about: 'Enter lists the blog posts that carry a label.',
};
