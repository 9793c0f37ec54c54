import type {Project} from './projects.ts';
import type {Random} from './random.ts';
import type {SeedContext} from './seed-context.ts';
import {nameAt, records} from './table.ts';
import {words} from './words.ts';

/** Styles of version names; each project uses one. */
const namingStyles = ['semantic', 'calendar', 'sprint', 'platform', 'phase', 'code'] as const;

type NamingStyle = (typeof namingStyles)[number];

/** Names that are hard to display, for versions of the hostile project. */
const {hardNames} = words;

const workKinds = records<Readonly<Record<'category' | 'title' | 'path', string>>>('relatedWork');

/**
 * Issues of a version by the category of their status; the status of unmapped ones is on no board.
 */
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
  /** Issues with this fixVersion. */
  readonly fixed: StatusCounts;
  /** Number of issues with this affectedVersion. */
  readonly affected: number;
  /** Version picker fields: field id → number of issues with this version in it. */
  readonly customFields: Readonly<Record<number, number>>;
  readonly relatedWork: readonly RelatedWork[];
}

/** Version picker fields of the site: id → name. */
export const versionFields: Readonly<Record<number, string>> = {
  10200: 'Found in build',
  10201: 'Documented since',
};

const day = 86_400_000;

/** Minimum number of versions of some projects, so that a small world has enough of them. */
const minVersions: Readonly<Record<string, number>> = {HPAY: 14, ROBUST: hardNames.length};

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/**
 * Create the versions of the projects, about `count` together, each project's in chronological
 * order.
 */
export function makeVersions(
  seedContext: SeedContext,
  projects: readonly Project[],
): ReadonlyMap<string, readonly Version[]> {
  const random = seedContext.random('versions');
  const byProject = new Map<string, readonly Version[]>();
  let remaining = seedContext.counts.versions;
  let nextId = 10_000;
  for (const [index, project] of projects.entries()) {
    const share = remaining / (projects.length - index);
    const last = index === projects.length - 1;
    const wanted = Math.max(minVersions[project.key] ?? 0, random.int(0, Math.floor(share * 2)));
    const count = last ? remaining : Math.min(remaining, wanted);
    remaining -= count;
    const versions = makeVersionsOf(random, project, index, {
      ...seedContext,
      count,
      firstId: nextId,
    });
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
  random: Random,
  project: Project,
  projectIndex: number,
  plan: Plan,
): readonly Version[] {
  const way = namingStyles[projectIndex % namingStyles.length] ?? 'semantic';
  const step = random.int(12, 50) * day;
  // About a quarter of the versions are in the future.
  const first = plan.now - Math.floor(plan.count * 0.75) * step + random.int(-10, 10) * day;
  const hardProjectNames = project.key === 'ROBUST' ? hardNames : [];
  return Array.from({length: plan.count}, (_, index) => {
    const release = first + index * step;
    const name = hardProjectNames[index] ?? nameVersion(way, index, release);
    return makeVersion(random, project, plan, {index, name, release, step});
  });
}

interface VersionPlan {
  readonly index: number;
  readonly name: string;
  readonly release: number;
  readonly step: number;
}

function makeVersion(
  random: Random,
  project: Project,
  plan: Plan,
  {index, name, release, step}: VersionPlan,
): Version {
  const past = release < plan.now;
  const released = past && (release < plan.now - 60 * day || random.chance(80));
  const archived = released && release < plan.now - 200 * day && random.chance(50);
  const size = project.issueCount === 0 ? 0 : random.int(3, 90);
  const dated = !random.chance(8);
  return {
    id: String(plan.firstId + index),
    projectId: project.id,
    name,
    description: random.pick(words.versionPurposes),
    archived,
    released,
    ...(dated && random.chance(80) ? {startDate: dayOf(release - step)} : {}),
    ...(dated ? {releaseDate: dayOf(release)} : {}),
    ...(random.chance(60) ? {driverId: random.pick(plan.people)} : {}),
    approvers: random.chance(35) ? makeApprovers(random, plan.people, released) : [],
    fixed: countByStatus(random, size, released, (plan.now - (release - step)) / step),
    affected: past && size > 0 ? random.int(0, 25) : 0,
    customFields: random.chance(20) && size > 0 ? {10200: random.int(1, 12)} : {},
    relatedWork: random.chance(35) ? makeRelatedWork(random, project, index) : [],
  };
}

function nameVersion(way: NamingStyle, index: number, release: number): string {
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

/**
 * Distribute the issues of a version.
 *
 * @param elapsed fraction of its time that has passed; may be outside 0 to 1
 */
function countByStatus(
  random: Random,
  size: number,
  released: boolean,
  elapsed: number,
): StatusCounts {
  const unmapped = random.chance(15) ? Math.min(size, random.int(1, 4)) : 0;
  const mapped = size - unmapped;
  if (released) {
    const open = random.chance(20) ? Math.min(mapped, random.int(1, 3)) : 0;
    return {toDo: open, inProgress: 0, done: mapped - open, unmapped};
  }
  const progress = Math.max(0, Math.min(0.95, elapsed * (0.6 + random.fraction() * 0.5)));
  const done = Math.floor(mapped * progress);
  const inProgress = Math.floor(
    (mapped - done) * (elapsed > 0 ? 0.3 + random.fraction() * 0.3 : 0),
  );
  return {toDo: mapped - done - inProgress, inProgress, done, unmapped};
}

function makeApprovers(
  random: Random,
  people: readonly string[],
  released: boolean,
): readonly Approver[] {
  return Array.from({length: random.int(1, 3)}, () => {
    const accountId = random.pick(people);
    const description = random.pick(['Product', 'Security', 'Legal', '']);
    if (released || random.chance(40)) return {accountId, status: 'APPROVED', description};
    if (random.chance(15)) {
      return {accountId, status: 'DECLINED', description, declineReason: 'Two findings are open.'};
    }
    return {accountId, status: 'PENDING', description};
  });
}

function makeRelatedWork(random: Random, project: Project, index: number): readonly RelatedWork[] {
  return random.some(workKinds, random.int(1, 4)).map(({category, title, path}) => {
    const native = project.issueCount > 0 && random.chance(20);
    return {
      id: random.uuid(),
      category,
      title,
      url: `https://wiki.example.com/${project.key.toLowerCase()}/${index}/${path}`,
      ...(native ? {issueId: project.issueBase + random.int(1, project.issueCount)} : {}),
    };
  });
}

/** List the unreleased versions with open issues. */
export function findOpenVersions(versions: readonly Version[]): readonly string[] {
  return versions
    .filter(({released, fixed}) => !released && fixed.toDo + fixed.inProgress > 0)
    .map(({id}) => id);
}
