import {trackerRef} from '../../api/operation-ref.ts';
import {type JsonValue, parseJsonValue, readPointer, textAt} from '../../base/json-value.ts';
import type {Feature} from '../../state/app/feature.ts';
import {type Attention, homeLine} from '../../state/model/count.ts';
import {countOfPage, numberText, readItems} from '../../state/views/home/count-entry.ts';
import {allComponents, allRoles, componentNames} from './all-of-projects.ts';
import {categories, categoryProjects} from './categories.ts';
import {projectParts} from './project-parts.ts';
import {archivedProjects, projectScreen, projects, trashedProjects} from './projects.ts';

const withLeads = trackerRef('project search', {expand: ['lead'], maxResults: '100'});

/** Count of projects on the home screen, with the leads whose accounts are inactive. */
const projectsHome = homeLine('Projects', projects, 'leads and types', {
  call: withLeads,
  async count(_, ask) {
    const {items, more, total} = await readItems(withLeads, ask);
    const text = countOfPage({items, total, last: !more});
    const looks = leftLeads(items.map(parseJsonValue));
    if (looks.length === 0) return {status: 'ready', text};
    const note = `${numberText(looks.length, more)} ${looks.length === 1 && !more ? 'lead has' : 'leads have'} left`;
    return {status: 'ready', text, note, tone: 'warn', looks};
  },
  attention: {calm: 'every project lead is active', order: 4},
});

/** Return one entry per lead with an inactive account, naming the projects. */
function leftLeads(projects: readonly JsonValue[]): readonly Attention[] {
  const gone = projects.filter(project => readPointer(project, '/lead/active') === false);
  const byLead = new Map<string, string[]>();
  for (const project of gone) {
    const lead = textAt(project, '/lead/displayName');
    const key = textAt(project, '/key');
    byLead.set(lead, [...(byLead.get(lead) ?? []), key]);
  }
  return [...byLead].map(([lead, keys]): Attention => {
    const [key = ''] = keys;
    const one = {screen: 'project', params: {project: key}, filter: ''};
    const filter = keys.map(each => `key:/^${each}$/`).join(' | ');
    const many = {screen: 'projects', params: {}, filter};
    const text = `lead has left: ${lead}`;
    return {name: keys.join(', '), text, tone: 'warn', ...(keys.length === 1 ? one : many)};
  });
}

/** Projects and their parts. */
export const projectsFeature: Feature = {
  id: 'projects',
  lists: [
    projects,
    archivedProjects,
    trashedProjects,
    ...projectParts,
    allComponents,
    allRoles,
    categories,
    categoryProjects,
  ],
  objects: [projectScreen],
  home: [
    projectsHome,
    homeLine('Projects', allComponents, 'in all projects', {call: componentNames, count: 'items'}),
    homeLine('Projects', allRoles, 'who administers', {}),
    homeLine('Projects', categories, 'and their projects', {
      call: trackerRef('projectCategory get-all-project-categories'),
      count: 'items',
    }),
  ],
};
