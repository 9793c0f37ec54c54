import {parseJsonValue, readPointer} from '../../base/json-value.ts';
import {type Call, trackerCall} from '../../state/model/call.ts';
import type {Attention, Count, CountAsk, HomeEntry} from '../../state/model/count.ts';
import {counted} from '../../state/show/count-text.ts';
import {firstPage, numberText} from '../../state/views/home/count-entry.ts';

/** Versions on the home screen: those of the first projects, and how many are overdue. */
export const versionsHome: HomeEntry = {
  id: 'versions',
  family: 'Versions',
  title: 'Versions',
  screen: 'projects',
  about: 'release progress; choose a project first',
  call: trackerCall('project search', {maxResults: '20'}),
  count: countPerProject,
  attention: {calm: 'no version is overdue', order: 3},
};

const versionsOf: Call = trackerCall('project get-versions-paginated', {
  projectIdOrKey: '{project}',
  orderBy: '-sequence',
  maxResults: '50',
});

interface ProjectCount {
  readonly project: string;
  readonly total: number;
  readonly overdue: number;
}

/** Versions have no list of their own: the totals of the first projects are added up. */
async function countPerProject(entry: HomeEntry, ask: CountAsk): Promise<Count> {
  const first = await firstPage(ask.pages(entry.call));
  const keys = (first?.items ?? []).map(text =>
    String(readPointer(parseJsonValue(text), '/key') ?? ''),
  );
  const all = first?.total ?? keys.length;
  const counts = await inTurns(keys, 4, async (project): Promise<ProjectCount> => {
    ask.beside(versionsOf, {project});
    const page = await firstPage(ask.pages(versionsOf, {project}));
    if (page === undefined) return {project, total: 0, overdue: 0};
    const overdue = page.items.filter(isOverdue).length;
    return {project, total: page.total ?? page.items.length, overdue};
  });
  const sum = counts.reduce((so, {total}) => so + total, 0);
  const partial = all > keys.length;
  const where = partial
    ? `in the first ${keys.length} of ${counted(all, 'project')}`
    : `in ${counted(keys.length, 'project')}`;
  const attention = overdueLook(counts, partial ? ` ${where}` : '');
  return {
    status: 'ready',
    text: numberText(sum, partial),
    note: where,
    ...(attention && {attention}),
  };
}

function isOverdue(text: string): boolean {
  const version = parseJsonValue(text);
  const is = (flag: string): boolean => readPointer(version, flag) === true;
  return is('/overdue') && !is('/released') && !is('/archived');
}

/** Overdue versions lead to their project, or to the list of projects that have some. */
function overdueLook(counts: readonly ProjectCount[], where: string): Attention | undefined {
  const late = counts.filter(({overdue}) => overdue > 0);
  const [first] = late;
  if (first === undefined) return undefined;
  const n = late.reduce((sum, {overdue}) => sum + overdue, 0);
  const verb = n === 1 ? 'is' : 'are';
  const text = `${counted(n, 'unreleased version')} ${verb} overdue${where}`;
  if (late.length === 1) {
    const params = {project: first.project};
    return {text, tone: 'warn', screen: 'versions', params, filter: 'state:overdue'};
  }
  const filter = late.map(({project}) => `key:/^${project}$/`).join(' | ');
  return {text, tone: 'warn', screen: 'projects', params: {}, filter};
}

/** The results of work on each item, so many at a time, in the items' order. */
async function inTurns<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let i = next++; i < items.length; i = next++) {
      const item = items[i];
      if (item !== undefined) results[i] = await work(item);
    }
  };
  await Promise.all(Array.from({length: atOnce}, worker));
  return results;
}
