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
    {
      id: 'category',
      title: 'CATEGORY',
      from: ['/category'],
      kind: 'text',
      min: 10,
      max: 20,
      worth: 1,
    },
    {
      id: 'title',
      title: 'TITLE',
      from: ['/title'],
      kind: 'text',
      min: 16,
      max: 50,
      worth: 0,
      tone: 'title',
    },
    {
      id: 'url',
      title: 'LINK',
      from: ['/url', '/issueId'],
      kind: 'url',
      min: 16,
      max: 80,
      grows: true,
      worth: 0,
    },
    {
      id: 'id',
      title: 'ID',
      from: ['/relatedWorkId'],
      kind: 'text',
      max: 36,
      worth: 2,
      tone: 'dim',
    },
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
    {
      id: 'name',
      title: 'FIELD',
      from: ['/fieldName'],
      kind: 'text',
      min: 16,
      max: 60,
      grows: true,
      worth: 0,
      tone: 'title',
    },
    {
      id: 'issues',
      title: 'ISSUES',
      from: ['/issueCountWithVersionInCustomField'],
      kind: 'number',
      worth: 0,
    },
    {id: 'id', title: 'ID', from: ['/customFieldId'], kind: 'number', worth: 1, tone: 'dim'},
  ],
  empty: 'No version field of an issue names this version.',
  about: 'Version picker fields, other than fixVersion and affectedVersion, that name the version.',
};
