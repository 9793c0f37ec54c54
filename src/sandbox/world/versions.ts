import type {Project} from './projects.ts';
import type {Draw} from './random.ts';
import type {SeedContext} from './seed-context.ts';
import {nameAt, records} from './table.ts';
import {words} from './words.ts';

/** How a project names its versions; each project keeps to one way. */
const namingWays = ['semantic', 'calendar', 'sprint', 'platform', 'phase', 'code'] as const;

type NamingWay = (typeof namingWays)[number];

/** Names that are hard to show, given to versions of the hostile project. */
const {hardNames} = words;

const workKinds = records<Readonly<Record<'category' | 'title' | 'path', string>>>('relatedWork');

/** Issues of a version by the category of their status; unmapped ones have a status no board shows. */
export interface StatusCounts {
  readonly toDo: number;
  readonly inProgress: number;
  readonly done: number;
  readonly unmapped: number;
}

export interface Approver {
  readonly accountId: string;
  readonly status: 'PENDING' | 'APPROVED' | 'DECLINED';
  readonly description: string;
  readonly declineReason?: string;
}

export interface RelatedWork {
  /** A UUID. */
  readonly id: string;
  readonly category: string;
  readonly title: string;
  readonly url: string;
  /** Native work: an issue instead of a link; not editable through the API. */
  readonly issueId?: number;
}

/** A version; replaced as a whole when it changes. */
export interface Version {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly description: string;
  readonly archived: boolean;
  readonly released: boolean;
  /** `yyyy-mm-dd`. */
  readonly startDate?: string;
  readonly releaseDate?: string;
  readonly driverId?: string;
  readonly approvers: readonly Approver[];
  /** Issues with it in fixVersion. */
  readonly fixed: StatusCounts;
  /** Issues with it in affectedVersion. */
  readonly affected: number;
  /** Version picker fields: field id → issues that name it there. */
  readonly customFields: Readonly<Record<number, number>>;
  readonly relatedWork: readonly RelatedWork[];
}

/** Version picker fields of the site: id → name. */
export const versionFields: Readonly<Record<number, string>> = {
  10200: 'Found in build',
  10201: 'Documented since',
};

const day = 86_400_000;

/** Projects that are to have enough versions to look at, also in a small world. */
const leastVersions: Readonly<Record<string, number>> = {HPAY: 14, ROBUST: hardNames.length};

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Versions for the projects, together about `count`, each project's own in their order of time. */
export function makeVersions(
  workshop: SeedContext,
  projects: readonly Project[],
): ReadonlyMap<string, readonly Version[]> {
  const draw = workshop.draw('versions');
  const byProject = new Map<string, readonly Version[]>();
  let left = workshop.counts.versions;
  let nextId = 10_000;
  for (const [index, project] of projects.entries()) {
    const share = left / (projects.length - index);
    const last = index === projects.length - 1;
    const wanted = Math.max(leastVersions[project.key] ?? 0, draw.int(0, Math.floor(share * 2)));
    const count = last ? left : Math.min(left, wanted);
    left -= count;
    const versions = makeVersionsOf(draw, project, index, {...workshop, count, firstId: nextId});
    nextId += count;
    byProject.set(project.id, versions);
  }
  return byProject;
}

interface Plan extends Pick<SeedContext, 'now' | 'people'> {
  readonly count: number;
  readonly firstId: number;
}

function makeVersionsOf(
  draw: Draw,
  project: Project,
  projectIndex: number,
  plan: Plan,
): readonly Version[] {
  const way = namingWays[projectIndex % namingWays.length] ?? 'semantic';
  const step = draw.int(12, 50) * day;
  // About a quarter of the versions lies ahead.
  const first = plan.now - Math.floor(plan.count * 0.75) * step + draw.int(-10, 10) * day;
  const hard = project.key === 'ROBUST' ? hardNames : [];
  return Array.from({length: plan.count}, (_, index) => {
    const release = first + index * step;
    const name = hard[index] ?? nameVersion(way, index, release);
    return makeVersion(draw, project, plan, {index, name, release, step});
  });
}

interface VersionPlace {
  readonly index: number;
  readonly name: string;
  readonly release: number;
  readonly step: number;
}

function makeVersion(
  draw: Draw,
  project: Project,
  plan: Plan,
  {index, name, release, step}: VersionPlace,
): Version {
  const past = release < plan.now;
  const released = past && (release < plan.now - 60 * day || draw.chance(80));
  const archived = released && release < plan.now - 200 * day && draw.chance(50);
  const size = project.issueCount === 0 ? 0 : draw.int(3, 90);
  const dated = !draw.chance(8);
  return {
    id: String(plan.firstId + index),
    projectId: project.id,
    name,
    description: draw.pick(words.versionPurposes),
    archived,
    released,
    ...(dated && draw.chance(80) ? {startDate: dayOf(release - step)} : {}),
    ...(dated ? {releaseDate: dayOf(release)} : {}),
    ...(draw.chance(60) ? {driverId: draw.pick(plan.people)} : {}),
    approvers: draw.chance(35) ? makeApprovers(draw, plan.people, released) : [],
    fixed: countByStatus(draw, size, released, (plan.now - (release - step)) / step),
    affected: past && size > 0 ? draw.int(0, 25) : 0,
    customFields: draw.chance(20) && size > 0 ? {10200: draw.int(1, 12)} : {},
    relatedWork: draw.chance(35) ? makeRelatedWork(draw, project, index) : [],
  };
}

function nameVersion(way: NamingWay, index: number, release: number): string {
  const date = dayOf(release);
  switch (way) {
    case 'semantic':
      return `${1 + Math.floor(index / 6)}.${index % 6}.0`;
    case 'calendar':
      return `${date.slice(0, 4)}.${Number(date.slice(5, 7))}.${index}`;
    case 'sprint':
      return `Sprint ${index + 1}`;
    case 'platform':
      return `${index % 2 === 0 ? 'iOS' : 'Android'} ${4 + Math.floor(index / 2)}.${index % 3}`;
    case 'phase':
      return `Phase ${index + 1}: ${words.codeNames[index % words.codeNames.length]}`;
    case 'code':
      return nameAt(words.codeNames, index);
  }
}

/** @param elapsed how much of its time has passed, 0 to 1; beyond both ends too */
function countByStatus(draw: Draw, size: number, released: boolean, elapsed: number): StatusCounts {
  const unmapped = draw.chance(15) ? Math.min(size, draw.int(1, 4)) : 0;
  const mapped = size - unmapped;
  if (released) {
    const open = draw.chance(20) ? Math.min(mapped, draw.int(1, 3)) : 0;
    return {toDo: open, inProgress: 0, done: mapped - open, unmapped};
  }
  const progress = Math.max(0, Math.min(0.95, elapsed * (0.6 + draw.fraction() * 0.5)));
  const done = Math.floor(mapped * progress);
  const inProgress = Math.floor((mapped - done) * (elapsed > 0 ? 0.3 + draw.fraction() * 0.3 : 0));
  return {toDo: mapped - done - inProgress, inProgress, done, unmapped};
}

function makeApprovers(
  draw: Draw,
  people: readonly string[],
  released: boolean,
): readonly Approver[] {
  return Array.from({length: draw.int(1, 3)}, () => {
    const accountId = draw.pick(people);
    const description = draw.pick(['Product', 'Security', 'Legal', '']);
    if (released || draw.chance(40)) return {accountId, status: 'APPROVED', description};
    if (draw.chance(15)) {
      return {accountId, status: 'DECLINED', description, declineReason: 'Two findings are open.'};
    }
    return {accountId, status: 'PENDING', description};
  });
}

function makeRelatedWork(draw: Draw, project: Project, index: number): readonly RelatedWork[] {
  return draw.some(workKinds, draw.int(1, 4)).map(({category, title, path}) => {
    const native = project.issueCount > 0 && draw.chance(20);
    return {
      id: draw.uuid(),
      category,
      title,
      url: `https://wiki.example.com/${project.key.toLowerCase()}/${index}/${path}`,
      ...(native ? {issueId: project.issueBase + draw.int(1, project.issueCount)} : {}),
    };
  });
}

/** The versions that issues are worked on in. */
export function findOpenVersions(versions: readonly Version[]): readonly string[] {
  return versions
    .filter(({released, fixed}) => !released && fixed.toDo + fixed.inProgress > 0)
    .map(({id}) => id);
}
