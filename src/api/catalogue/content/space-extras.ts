import type {Operation} from '../../operation.ts';
import {commaList, cursorPages, inQuery, repeated} from '../inputs.ts';
import {lists, reads, related} from '../outcomes.ts';
import {bodyFormat, idInPath, paging25, sort} from './content-inputs.ts';

const content = {service: 'content', root: 'content', ...related} as const;
const spaces = {...content, group: 'spaces'};
const id = idInPath('id', 'space id', 'space');

/** Related operations on spaces and classification levels (services W7). */
export const spaceExtraOperations = (): readonly Operation[] => [
  {
    ...spaces,
    ...lists(cursorPages(25)),
    name: 'get',
    summary: 'List spaces',
    path: '/spaces',
    inputs: [
      commaList('ids', {
        items: 'id',
        maxItems: 250,
        names: 'space',
        help: 'only these spaces, by id',
      }),
      commaList('keys', {
        maxItems: 250,
        names: 'space',
        by: 'key',
        help: 'only these spaces, by key',
      }),
      inQuery('type', 'string', {
        values: [
          ...['global', 'collaboration', 'knowledge_base', 'personal', 'system'],
          ...['onboarding', 'xflow_sample_space'],
        ],
        help: 'only spaces of this type',
      }),
      inQuery('status', 'string', {
        values: ['current', 'archived'],
        help: 'only spaces in this state',
      }),
      commaList('labels', {names: 'label', by: 'name', help: 'only spaces with these labels'}),
      inQuery('favorited-by', 'string', {
        names: 'user',
        help: 'only favourites of this account id',
      }),
      inQuery('not-favorited-by', 'string', {
        names: 'user',
        help: 'exclude favourites of this account id',
      }),
      sort('id', 'key', 'name'),
      inQuery('description-format', 'string', {
        values: ['plain', 'view'],
        help: 'include the description in this format',
      }),
      inQuery('include-icon', 'boolean', {default: 'false', help: 'include the icon'}),
      ...paging25,
    ],
  },
  {
    ...spaces,
    ...lists(cursorPages(25)),
    name: 'get-blog-posts-in',
    summary: 'List the blog posts of a space',
    path: '/spaces/{id}/blogposts',
    inputs: [
      id,
      sort('id', 'created-date', 'modified-date'),
      repeated('status', {
        values: ['current', 'deleted', 'trashed'],
        help: 'only blog posts in these states',
      }),
      inQuery('title', 'string', {help: 'only with exactly this title'}),
      bodyFormat(),
      ...paging25,
    ],
  },
  {
    ...spaces,
    ...lists(cursorPages(25)),
    name: 'get-labels',
    summary: 'List the labels of a space',
    path: '/spaces/{id}/labels',
    inputs: [
      id,
      inQuery('prefix', 'string', {
        values: ['my', 'team'],
        default: 'my, team',
        help: 'only labels with this prefix',
      }),
      sort('created-date', 'id', 'name'),
      ...paging25,
    ],
  },
  {
    ...spaces,
    ...lists(cursorPages(25)),
    name: 'get-custom-content-by-type-in',
    summary: 'List the custom content of a type in a space',
    path: '/spaces/{id}/custom-content',
    inputs: [
      id,
      inQuery('type', 'string', {required: true, help: '<prefix>:<app>:<type>'}),
      ...paging25,
      bodyFormat('raw'),
    ],
  },
  {
    ...content,
    ...reads,
    group: 'classification-levels',
    name: 'get-classification-levels',
    summary: 'List the classification levels of the site',
    path: '/classification-levels',
    inputs: [],
    items: '',
  },
];
