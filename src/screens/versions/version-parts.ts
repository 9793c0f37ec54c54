import {trackerCall} from '../../state/model/call.ts';
import {number, text, url} from '../../state/model/column.ts';
import {list} from '../../state/model/resource.ts';

const tracker = 'tracker' as const;

/** Links that belong to one version. */
export const relatedWork = list({
  id: 'related-work',
  title: 'Related work',
  noun: 'related work item',
  service: tracker,
  needs: ['id'],
  sources: [trackerCall('version get-related-work', {id: '{id}'})],
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
});

/** Custom fields in which issues name one version. */
export const versionFields = list({
  id: 'version-fields',
  title: 'Custom fields',
  noun: 'custom field',
  service: tracker,
  needs: ['id'],
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
