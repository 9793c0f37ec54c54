import type {Operation} from '../../operation.ts';
import {contentRef} from '../../operation-ref.ts';
import {jsonBody} from '../inputs.ts';
import {creation, deletes, reads} from '../outcomes.ts';

const adminKey = {
  service: 'content',
  group: 'admin-key',
  root: 'content',
  section: 'services C4.5',
  path: '/admin-key',
  permission: 'Organization admin or site admin',
  callers: ['organization admin', 'site admin'],
} as const;

/** The 3 operations on the calling user's admin key (services C4.5). */
export const adminKeyOperations = (): readonly Operation[] => [
  {
    ...adminKey,
    ...creation,
    name: 'enable-admin-key',
    summary: 'Enable an admin key for the calling user, or renew it',
    inputs: [jsonBody({optional: true})],
    notes: [
      'Without a body, or with 0, the key is valid for 10 minutes.',
      'An existing key is reissued with a new expiry.',
    ],
    apiNotes: ['Other calls use the key only with the header Atl-Confluence-With-Admin-Key: true.'],
    success: [200],
    undo: [contentRef('admin-key disable-admin-key')],
  },
  {
    ...adminKey,
    ...reads,
    name: 'get-admin-key',
    summary: 'Get the admin key of the calling user, if one is enabled',
    inputs: [],
  },
  {
    ...adminKey,
    ...deletes,
    name: 'disable-admin-key',
    summary: 'Disable the admin key of the calling user',
    inputs: [],
  },
];
