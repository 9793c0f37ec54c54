import {trackerCall} from '../../state/model/call.ts';
import {number, recordColumns, text} from '../../state/model/column.ts';
import {list} from '../../state/model/resource.ts';
import {relatedWorkVerbs} from './version-verbs.ts';

/** Links that belong to one version. */
export const relatedWork = list({
  id: 'related-work',
  title: 'Related work',
  noun: 'related work item',
  sources: [trackerCall('version get-related-work', {id: '{id}'})],
  identity: ['/relatedWorkId', '/title', '/url'],
  name: ['/title', '/category'],
  columns: recordColumns('version get-related-work'),
  verbs: relatedWorkVerbs,
  empty: 'Nothing is linked to this version. a links something.',
  about: 'Links people attached to the version: pages, designs, announcements.',
});

/** Custom fields in which issues name one version. */
export const versionFields = list({
  id: 'version-fields',
  title: 'Custom fields',
  noun: 'custom field',
  sources: [trackerCall('version get-related-issues', {id: '{id}'}, {items: '/customFieldUsage'})],
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
});
