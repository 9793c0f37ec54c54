import {press} from '../support/app-harness.ts';
import {fakeTracker} from '../support/app-world.ts';
import {partsTracker} from '../support/parts-world.ts';
import {schemeTracker} from '../support/scheme-world.ts';
import {answering, type Case} from './golden-case.ts';

/** Schemes, versions and the parts of projects, statuses, priorities and UI modifications. */
export const schemeCases: readonly Case[] = [
  {
    name: 'permission-matrix',
    tracker: schemeTracker,
    act: h => press(h, ':', 'perm', 'enter', 'enter', 'tab Matrix', 'j', 'l', 'l'),
  },
  {
    name: 'permission-matrix-staged',
    tracker: schemeTracker,
    act: h =>
      press(h, ':', 'perm', 'enter', 'enter', 'tab Matrix', 'j', 'j', 'j', ' ', 'j', 'l', 'l', ' '),
  },
  {
    name: 'permission-matrix-pick',
    tracker: schemeTracker,
    act: h => press(h, ':', 'perm', 'enter', 'enter', 'tab Matrix', 'a', 'port'),
  },
  {
    name: 'permission-matrix-cell',
    tracker: schemeTracker,
    act: h => press(h, ':', 'perm', 'enter', 'enter', 'tab Matrix', 'j', 'j', 'j', 'enter'),
  },
  {
    name: 'permission-matrix-filter',
    tracker: schemeTracker,
    act: h =>
      press(h, ':', 'perm', 'enter', 'enter', 'tab Matrix', '/', 'comments col:G:', 'enter'),
  },
  {
    name: 'permission-scheme-used',
    tracker: schemeTracker,
    act: h => press(h, ':', 'perm', 'enter', 'enter', 'tab Where used'),
  },
  {
    name: 'permission-scheme-findings',
    tracker: schemeTracker,
    act: h => press(h, ':', 'perm', 'enter', 'enter', 'tab Findings'),
  },
  {
    name: 'notification-scheme-projects',
    tracker: schemeTracker,
    act: h => press(h, ':', 'notif', 'enter', 'enter', 'tab Projects'),
  },
  {
    name: 'project-permissions',
    tracker: schemeTracker,
    act: h => press(h, ':', 'project PRO0', 'enter', 'tab Permissions'),
  },
  {
    name: 'release-board',
    tracker: schemeTracker,
    act: h => press(h, ':', 'ver PRO0', 'enter', 'j'),
  },
  {
    name: 'release-board-empty',
    tracker: answering('tracker/project/get-versions-paginated', {pages: [[]], total: 0}),
    act: h => press(h, ':', 'ver PRO0', 'enter'),
  },
  {
    name: 'project-avatars',
    tracker: partsTracker,
    act: h => press(h, ':', 'avatars PRO0', 'enter'),
  },
  {
    name: 'project-classification',
    tracker: partsTracker,
    act: h => press(h, ':', 'project PRO0', 'enter', 'tab Classification'),
  },
  {
    name: 'project-properties',
    tracker: partsTracker,
    act: h => press(h, ':', 'project-properties PRO0', 'enter'),
  },
  {
    name: 'status',
    tracker: partsTracker,
    act: h => press(h, ':', 'statuses', 'enter', 'enter'),
  },
  {
    name: 'priority-schemes',
    tracker: partsTracker,
    act: h => press(h, ':', 'priorities', 'enter', 'enter', 'tab Schemes'),
  },
  {
    name: 'ui-contexts',
    tracker: partsTracker,
    act: h => press(h, ':', 'ui-modifications', 'enter', 'enter'),
  },
  {
    name: 'release-board-old-server',
    tracker: because => {
      const tracker = fakeTracker(because);
      delete tracker.answers['tracker/project/get-versions-paginated'];
      tracker.answers['tracker/project/get'] = {object: {id: '1', key: 'PRO0', versions: []}};
      return tracker;
    },
    act: h => press(h, ':', 'ver PRO0', 'enter'),
  },
  {
    name: 'permission-matrix-empty',
    tracker: because => {
      const tracker = schemeTracker(because);
      tracker.answers['tracker/permissionscheme/get-permission-scheme-grants'] = {
        pages: [[]],
        object: {permissions: []},
      };
      return tracker;
    },
    act: h => press(h, ':', 'perm', 'enter', 'enter', 'tab Matrix'),
  },
  {
    name: 'version',
    tracker: schemeTracker,
    act: h => press(h, ':', 'ver PRO0', 'enter', 'j', 'enter'),
  },
  {
    name: 'version-related-work',
    tracker: schemeTracker,
    act: h => press(h, ':', 'ver PRO0', 'enter', 'j', 'enter', 'tab Related work'),
  },
  {
    name: 'notification-matrix',
    tracker: schemeTracker,
    act: h => press(h, ':', 'notif', 'enter', 'enter', 'tab Matrix', 'G'),
  },
];
