import {trackerError} from '../errors.ts';
import {normalizeCase} from '../query.ts';
import {type Described, makeHandlers, type SandboxResource} from '../resource.ts';
import type {ProjectCategory} from '../world/site-setup.ts';
import {selfUrl} from './links.ts';
import {adminWrites, description, nextNumber, uniqueName} from './records.ts';

const categories: SandboxResource<ProjectCategory, Described> = {
  kind: 'project category',
  open: adminWrites(world => world.tracker.categories),
  present: (call, category) => ({
    self: selfUrl(call, `projectCategory/${category.id}`),
    ...category,
  }),
  members: {
    id: ({call, before}) => before?.id ?? String(nextNumber(call)),
    name: context => {
      const {body, before, records} = context;
      const name = normalizeCase((body.name ?? before?.name ?? '').trim());
      const isTaken = records
        .all()
        .some(other => other.id !== before?.id && normalizeCase(other.name) === name);
      if (isTaken) throw trackerError(409, `The project category '${body.name}' exists already.`);
      return uniqueName(context);
    },
    description,
  },
  beforeDelete: ({tracker: {projects}}, {id}) => {
    for (const project of projects.values()) {
      if (project.categoryId !== id) continue;
      const {categoryId: _, ...others} = project;
      projects.set(project.id, others);
    }
  },
  operations: {
    list: 'tracker/projectCategory/get-all-project-categories',
    get: 'tracker/projectCategory/get-project-category-by-id',
    create: 'tracker/projectCategory/create-project-category',
    update: 'tracker/projectCategory/update-project-category',
    delete: 'tracker/projectCategory/remove-project-category',
  },
};

export const categoriesHandlers = makeHandlers(categories);
