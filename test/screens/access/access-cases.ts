import {type AnsweringClient, answeringClient} from '../../support/answering-client.ts';
import {press} from '../../support/app-harness.ts';
import {fakeTracker} from '../../support/app-world.ts';
import type {Case} from '../golden-case.ts';

const people = [
  {accountId: 'u-1', displayName: 'Ann Lee', active: true, accountType: 'atlassian'},
  {accountId: 'u-2', displayName: 'Bo Öst', active: true, accountType: 'atlassian'},
  {accountId: 'u-3', displayName: 'Gone Person', active: false, accountType: 'atlassian'},
];

const role = {
  type: 'projectRole',
  value: '10002',
  projectRole: {name: 'Administrators', id: 10002},
};
const group = {type: 'group', value: 'g-1', group: {name: 'developers', groupId: 'g-1'}};

const grants = [
  {permission: 'ADMINISTER_PROJECTS', holder: role},
  {permission: 'BROWSE_PROJECTS', holder: {type: 'anyone'}},
  {permission: 'CREATE_ISSUES', holder: group},
  {permission: 'EDIT_ISSUES', holder: {type: 'reporter'}},
  {permission: 'DELETE_ISSUES', holder: {type: 'applicationRole'}},
].map((grant, i) => ({id: 10_300 + i, ...grant}));

const scheme = {id: 10_000, name: 'Default permission scheme', permissions: grants};

/** A tracker with a project whose scheme has a grant of each common kind. */
function accessTracker(because: string): AnsweringClient {
  const {answers} = fakeTracker(because);
  return answeringClient('tracker', because, {
    ...answers,
    'tracker/users/get-all': {pages: [people]},
    'tracker/project/search': {
      pages: [[{id: '10000', key: 'PRO0', name: 'Project number 0', lead: {accountId: 'u-1'}}]],
      total: 1,
    },
    'tracker/project/get-assigned-permission-scheme': {object: scheme},
    'tracker/permissionscheme/get-permission-scheme': {object: scheme},
    'tracker/project/get-role': {
      object: {
        id: 10_002,
        name: 'Administrators',
        actors: [
          {id: 1, displayName: 'Ann Lee', actorUser: {accountId: 'u-1'}},
          {id: 2, displayName: 'developers', actorGroup: {name: 'developers', groupId: 'g-1'}},
        ],
      },
    },
    'tracker/group/get-users-from': {pages: [people.slice(1)], total: 2},
    'tracker/permissions/get-bulk': given => ({
      object: {
        globalPermissions: [],
        projectPermissions: String(given.body?.[0]).includes('u-2')
          ? [{permission: 'ADMINISTER_PROJECTS', projects: [10_000], issues: []}]
          : [],
      },
    }),
  });
}

const open = [':', 'access PRO0', 'enter'] as const;

/** The lists of access. */
export const accessCases: readonly Case[] = [
  {name: 'access-people', tracker: accessTracker, act: h => press(h, ...open, 'j')},
  {
    name: 'access-permissions',
    tracker: accessTracker,
    act: h => press(h, ...open, '/', 'Bo', 'enter', 'enter', 'j'),
  },
  {
    name: 'access-why',
    tracker: accessTracker,
    act: h => press(h, ...open, '/', 'Bo', 'enter', 'enter', 'enter', 'j'),
  },
  {
    name: 'access-why-not',
    tracker: accessTracker,
    act: h =>
      press(h, ...open, '/', 'Gone', 'enter', 'enter', '/', 'Modify', 'enter', 'enter', 'j'),
  },
  {name: 'access-findings', tracker: accessTracker, act: h => press(h, ...open, '2', 'j')},
];
