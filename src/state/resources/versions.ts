import type {Resource} from '../resource.ts';
import {idColumn} from './columns.ts';

/** Versions of one project with their release progress. */
export const versions: Resource = {
  id: 'versions',
  title: 'Versions',
  noun: 'version',
  service: 'tracker',
  aliases: ['version', 'ver', 'v', 'releases'],
  needs: ['project'],
  sources: [
    {
      service: 'tracker',
      operation: 'project get-versions-paginated',
      inputs: {projectIdOrKey: '{project}', expand: ['issuesstatus', 'driver']},
    },
    {
      service: 'tracker',
      operation: 'project get',
      inputs: {projectIdOrKey: '{project}'},
      items: '/versions',
    },
  ],
  identity: ['/id'],
  name: ['/name'],
  columns: [
    {
      id: 'name',
      title: 'NAME',
      from: ['/name'],
      kind: 'text',
      min: 12,
      max: 30,
      grows: true,
      worth: 0,
      tone: 'title',
    },
    {
      id: 'progress',
      title: 'PROGRESS',
      from: ['/issuesStatusForFixVersion'],
      kind: 'progress',
      min: 15,
      max: 40,
      worth: 1,
    },
    {
      id: 'state',
      title: 'STATE',
      from: ['/released', '/overdue', '/archived'],
      kind: 'state',
      states: [
        {flag: '/archived', word: 'archived', tone: 'dim'},
        {flag: '/released', word: 'released', tone: 'good'},
        {flag: '/overdue', word: 'overdue', tone: 'bad'},
        {word: 'unreleased', tone: 'plain'},
      ],
      worth: 2,
    },
    {id: 'releaseDate', title: 'RELEASE', from: ['/releaseDate'], kind: 'date', worth: 4},
    {id: 'startDate', title: 'START', from: ['/startDate'], kind: 'date', worth: 6, tone: 'dim'},
    {
      id: 'description',
      title: 'DESCRIPTION',
      from: ['/description'],
      kind: 'firstLine',
      min: 12,
      max: 40,
      worth: 7,
      tone: 'dim',
    },
    idColumn(8),
  ],
  describe: {
    call: {
      service: 'tracker',
      operation: 'version get',
      inputs: {id: '{id}', expand: ['operations', 'issuesstatus', 'driver', 'approvers']},
    },
    params: {id: ['/id']},
  },
  fill: {
    pointer: '/issuesStatusForFixVersion',
    call: {
      service: 'tracker',
      operation: 'version get',
      inputs: {id: '{id}', expand: ['issuesstatus']},
    },
    params: {id: ['/id']},
  },
  empty: 'This project has no versions. Create one: jr version create --body @version.json',
  about:
    'The order is the project’s own; the bar counts the issues with the version in fixVersion by status category.',
};
