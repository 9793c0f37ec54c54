import {number, text, url} from '../../state/model/column.ts';
import type {Resource} from '../../state/model/resource.ts';

const tracker = 'tracker' as const;

/** Links that belong to one version. */
export const relatedWork: Resource = {
  id: 'related-work',
  title: 'Related work',
  noun: 'related work item',
  service: tracker,
  aliases: [],
  needs: ['id'],
  sources: [{service: tracker, operation: 'version get-related-work', inputs: {id: '{id}'}}],
  identity: ['/relatedWorkId', '/title', '/url'],
  name: ['/title', '/category'],
  columns: [
    text('CATEGORY', '/category', {min: 10, max: 20}),
    text('TITLE', '/title', {min: 16, max: 50, worth: 0, tone: 'title'}),
    url('LINK', ['/url', '/issueId'], {id: 'url', min: 16, max: 80, grows: true, worth: 0}),
    text('ID', '/relatedWorkId', {max: 36, worth: 2, tone: 'dim'}),
  ],
  empty: 'Nothing is linked to this version. Link something: jr version create-related-work',
  about: 'Links people attached to the version: pages, designs, announcements.',
};

/** Custom fields in which issues name one version. */
export const versionFields: Resource = {
  id: 'version-fields',
  title: 'Custom fields',
  noun: 'custom field',
  service: tracker,
  aliases: [],
  needs: ['id'],
  sources: [
    {
      service: tracker,
      operation: 'version get-related-issues',
      inputs: {id: '{id}'},
      items: '/customFieldUsage',
    },
  ],
  identity: ['/customFieldId'],
  name: ['/fieldName'],
  columns: [
    text('FIELD', '/fieldName', {
      id: 'name',
      min: 16,
      max: 60,
      grows: true,
      worth: 0,
      tone: 'title',
    }),
    number('ISSUES', '/issueCountWithVersionInCustomField', {worth: 0}),
    number('ID', '/customFieldId', {tone: 'dim'}),
  ],
  empty: 'No version field of an issue names this version.',
  about: 'Version picker fields, other than fixVersion and affectedVersion, that name the version.',
};
