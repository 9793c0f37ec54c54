import type {Call} from '../../state/model/call.ts';
import type {ObjectScreen} from '../../state/model/object-screen.ts';
import {describeTab, listTabs} from '../../state/model/tabs.ts';

const relatedIssues: Call = {
  service: 'tracker',
  operation: 'version get-related-issues',
  inputs: {id: '{id}'},
};

const unresolvedIssues: Call = {
  service: 'tracker',
  operation: 'version get-unresolved-issues',
  inputs: {id: '{id}'},
};

const readVersion: Call = {
  service: 'tracker',
  operation: 'version get',
  inputs: {id: '{id}', expand: ['issuesstatus', 'driver', 'approvers']},
  also: {relatedIssues, unresolvedIssues},
};

/** One version: what it is, how its issues count by kind, its related work, the fields that name it. */
export const versionScreen: ObjectScreen = {
  id: 'version',
  title: 'Version',
  aliases: [],
  needs: ['id'],
  about: 'One version: overview with the counts of its issues, related work, custom fields.',
  tabs: params => [
    describeTab('Overview', readVersion, params),
    ...listTabs(['related-work', 'version-fields'], params),
    describeTab('Unresolved', unresolvedIssues, params),
  ],
};
