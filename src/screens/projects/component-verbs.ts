import {trackerRef} from '../../api/operation-ref.ts';
import {trackerVerb, type Verb} from '../../state/model/verb.ts';

const ofId = {id: '{row/id}'};
const asked = {name: '', description: '', leadAccountId: '', assigneeType: ''};

/** Verbs of components that exist. */
export const componentVerbs: readonly Verb[] = [
  trackerVerb.edit('component update', ofId, asked),
  trackerVerb.one('lead', 'Change lead…', 'component update', ofId, {
    title: 'Change the lead of {object}',
    key: 'H',
    asks: {leadAccountId: ''},
  }),
  trackerVerb.delete('component delete', ofId, {
    words: 'Delete…',
    title: 'Delete {object}',
    rows: 'one',
    asks: {moveIssuesTo: ''},
    counts: {
      of: trackerRef('component get-related-issues', {id: '{thing}'}),
      values: [{label: 'in issues', pointer: '/issueCount', into: 'moveIssuesTo'}],
    },
  }),
];

/** Creates a component in the project of the place, or in one that the form asks for. */
export const newComponent = (project?: string): Verb =>
  trackerVerb.create(
    'New component…',
    'component create',
    project === undefined ? {} : {project},
    project === undefined ? {project: '', ...asked} : asked,
  );
