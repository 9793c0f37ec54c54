import type {Operation} from '../../operation.ts';
import {cursorPages, inQuery} from '../inputs.ts';
import {lists, reads, related} from '../outcomes.ts';
import {idInPath, paging25} from './content-inputs.ts';

const content = {service: 'content', root: 'content', ...related, ...reads} as const;
const spaces = {...content, group: 'spaces'};
const viewsSpace = 'Permission to view the space';
const anyUser = 'Permission to access Confluence';
const id = idInPath('id', 'space id', 'space');
const included = [
  ['icon', 'the icon'],
  ['operations', 'what you may do in the space'],
  ['properties', 'the first properties'],
  ['permissions', 'the first permissions'],
  ['role-assignments', 'the first role assignments'],
  ['labels', 'the first labels'],
] as const;
const principalTypes = ['USER', 'GROUP', 'ACCESS_CLASS'];
const roleFilters = [
  inQuery('role-type', 'string', {help: 'only roles of this type: SYSTEM or CUSTOM'}),
  inQuery('principal-id', 'string', {
    help: 'only roles of this account id, group id or access class',
  }),
  inQuery('principal-type', 'string', {
    values: principalTypes,
    help: 'only roles of this type of principal',
  }),
];

/** Related operations on who may do what in spaces (services W7). */
export const spaceAccessExtraOperations = (): readonly Operation[] => [
  {
    ...spaces,
    name: 'get-by-id',
    summary: 'Get one space',
    path: '/spaces/{id}',
    permission: viewsSpace,
    inputs: [
      id,
      inQuery('description-format', 'string', {
        values: ['plain', 'view'],
        help: 'include the description in this format',
      }),
      ...included.map(([name, what]) =>
        inQuery(`include-${name}`, 'boolean', {default: 'false', help: `include ${what}`}),
      ),
    ],
  },
  {
    ...spaces,
    ...lists(cursorPages(25)),
    name: 'get-permissions-assignments',
    summary: 'List who has which permission in a space',
    path: '/spaces/{id}/permissions',
    permission: viewsSpace,
    inputs: [id, ...paging25],
  },
  {
    ...content,
    group: 'space-permissions',
    ...lists(cursorPages(25)),
    name: 'get-available-space-permissions',
    summary: 'List the permissions that a space role can have',
    path: '/space-permissions',
    permission: anyUser,
    inputs: paging25,
  },
  {
    ...content,
    group: 'space-roles',
    ...lists(cursorPages(25)),
    name: 'get-available-space-roles',
    summary: 'List the space roles of the site, or those in use in a space',
    path: '/space-roles',
    permission: anyUser,
    inputs: [
      inQuery('space-id', 'string', {names: 'space', help: 'only roles of this space'}),
      ...roleFilters,
      ...paging25,
    ],
  },
  {
    ...content,
    group: 'space-role-mode',
    name: 'get-space-role-mode',
    summary: 'Check whether the site assigns permissions or roles in spaces',
    path: '/space-role-mode',
    permission: anyUser,
    inputs: [],
  },
  {
    ...spaces,
    ...lists(cursorPages(25)),
    name: 'get-role-assignments',
    summary: 'List who has which role in a space',
    path: '/spaces/{id}/role-assignments',
    permission: viewsSpace,
    inputs: [
      id,
      inQuery('role-id', 'string', {names: 'space role', help: 'only this role'}),
      ...roleFilters,
      ...paging25,
    ],
  },
];
