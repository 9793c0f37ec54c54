import {text, time} from '../../state/model/column.ts';
import type {Resource} from '../../state/model/resource.ts';
import {idColumn} from '../../state/views/list/columns.ts';
import {labelColumns} from './label-columns.ts';

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
    text('KEY', '/key', {max: 14, worth: 0, tone: 'title'}),
    text('NAME', '/name', {min: 18, max: 60, grows: true, worth: 0}),
    text('TYPE', '/type', {max: 14}),
    text('STATUS', '/status', {max: 9, worth: 2, tones: {current: 'good', archived: 'warn'}}),
    time('CREATED', '/createdAt', {worth: 3, tone: 'dim'}),
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
