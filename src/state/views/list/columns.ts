import type {Column} from '../../model/column.ts';
import type {Fill} from '../../model/resource.ts';

/** The name of a thing: first to be seen, last to go. */
export function nameColumn(min: number, max: number, title = 'NAME'): Column {
  return {id: 'name', title, from: ['/name'], kind: 'text', min, max, worth: 0, tone: 'title'};
}

/** The id, for those who need it in a command. */
export function idColumn(worth: number): Column {
  return {id: 'id', title: 'ID', from: ['/id'], kind: 'number', worth, tone: 'dim'};
}

/** The first line of the description; takes what is left over. */
export function descriptionColumn(worth: number, max = 80): Column {
  return {
    id: 'description',
    title: 'DESCRIPTION',
    from: ['/description'],
    kind: 'firstLine',
    min: 14,
    max,
    grows: true,
    worth,
    tone: 'dim',
  };
}

/** What a label shows wherever it is listed. */
export const labelColumns: readonly Column[] = [
  {
    id: 'name',
    title: 'NAME',
    from: ['/name'],
    kind: 'text',
    min: 18,
    max: 80,
    grows: true,
    worth: 0,
    tone: 'title',
  },
  {id: 'prefix', title: 'PREFIX', from: ['/prefix'], kind: 'text', max: 8, worth: 0},
  idColumn(1),
];

/** Key and name of a project whose id alone was listed; `projectFill` reads them. */
export const projectColumns: readonly Column[] = [
  {
    id: 'key',
    title: 'KEY',
    from: ['/project/key'],
    kind: 'text',
    fixed: 10,
    max: 12,
    worth: 0,
    tone: 'title',
  },
  {
    id: 'name',
    title: 'NAME',
    from: ['/project/name'],
    kind: 'text',
    fixed: 30,
    max: 44,
    grows: true,
    worth: 0,
  },
];

/** Reads the project of a row that has only its id, which is at that pointer. */
export function projectFill(id: string): Fill {
  return {
    pointer: '/project',
    read: '',
    call: {service: 'tracker', operation: 'project get', inputs: {projectIdOrKey: '{filled}'}},
    params: {filled: [id]},
  };
}
