import {counted} from '../../base/counted.ts';
import {localDay} from '../../base/day-words.ts';
import {type JsonValue, parseJsonValue, readPointer} from '../../base/json-value.ts';
import {dayText} from '../../base/times.ts';
import type {Feature} from '../../state/app/feature.ts';
import {type Call, type Params, trackerCall} from '../../state/model/call.ts';
import type {Attention, Count, CountAsk, HomeEntry, PanelRow} from '../../state/model/count.ts';
import type {Panel} from '../../state/model/panel.ts';
import {viewOf} from '../../state/model/state.ts';
import {firstPage, numberText, totalOf} from '../../state/views/home/count-entry.ts';
import {issueCounts} from './issue-counts.ts';
import {versionParts, versionScreen, versions} from './versions.ts';

/** Most projects whose versions are counted; each costs a request. */
const projectsAsked = 20;

/** Versions of the first projects on the home screen: total, overdue and upcoming. */
const versionsHome: HomeEntry = {
  id: 'versions',
  family: 'Projects',
  title: 'Versions',
  screen: 'projects',
  params: {choose: 'versions'},
  about: 'release progress',
  call: trackerCall('project search', {maxResults: String(projectsAsked)}),
  count: countPerProject,
  attention: {calm: 'no version is overdue', order: 1},
};

/** Panel of upcoming releases with their progress. */
const releasesPanel: Panel = {
  id: 'releases',
  title: 'Next releases',
  order: 3,
  body(state) {
    const count = viewOf(state, 'home')?.counts[versionsHome.id];
    const rows = count?.status === 'ready' ? (count.rows ?? []) : [];
    const empty =
      count?.status === 'ready'
        ? 'no upcoming releases'
        : count?.status === 'failed'
          ? count.text
          : '…';
    return {rows, empty: {text: empty, tone: 'dim'}};
  },
};

const versionsOf: Call = trackerCall('project get-versions-paginated', {
  projectIdOrKey: '{project}',
  orderBy: '-sequence',
  maxResults: '50',
});

const oneVersion: Call = trackerCall('version get', {
  id: '{id}',
  expand: ['issuesstatus', 'driver'],
});

/** Most overdue versions whose issues are counted; each costs a request. */
const looksCounted = 5;
/** Most upcoming versions shown; each costs requests for counts and driver. */
const nextShown = 5;

interface Dated {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  /** `yyyy-mm-dd`, or empty. */
  readonly day: string;
  readonly overdue: boolean;
}

/** Count the versions of the first projects, since no operation lists all versions. */
async function countPerProject({call}: HomeEntry, ask: CountAsk): Promise<Count> {
  const first = call && (await firstPage(ask.pages(call)));
  // A server may return more items than requested.
  const some = (first?.items ?? []).slice(0, projectsAsked);
  const keys = some.map(text => textAt(parseJsonValue(text), '/key'));
  const all = first === undefined ? 0 : (totalOf(first) ?? first.items.length);
  const counts = await Promise.all(keys.map(project => readProject(project, ask)));
  const sum = counts.reduce((so, {total}) => so + total, 0);
  const partial = all > keys.length;
  const today = localDay(ask.now());
  const dated = counts.flatMap(({open}) => open).sort((a, b) => (a.day < b.day ? -1 : 1));
  const late = dated.filter(({overdue}) => overdue);
  const next = dated.filter(({overdue, day}) => !overdue && day >= today).slice(0, nextShown);
  const looks = await Promise.all(late.map((one, i) => lookOf(one, i < looksCounted, ask)));
  const rows = await Promise.all(next.map(one => rowOf(one, ask)));
  const where = partial
    ? `in the first ${keys.length} of ${counted(all, 'project')}`
    : `in ${counted(keys.length, 'project')}`;
  return {
    status: 'ready',
    text: numberText(sum, partial),
    note: late.length > 0 ? `${late.length} overdue${partial ? ` ${where}` : ''}` : where,
    ...(late.length > 0 && {tone: 'warn'}),
    looks,
    rows,
  };
}

async function readProject(
  project: string,
  ask: CountAsk,
): Promise<{readonly total: number; readonly open: readonly Dated[]}> {
  ask.beside(versionsOf, {project});
  const page = await firstPage(ask.pages(versionsOf, {project}));
  if (page === undefined) return {total: 0, open: []};
  const open = page.items.map(parseJsonValue).filter(isOpen);
  const total = totalOf(page) ?? page.items.length;
  return {total, open: open.map(one => datedOf(one, project))};
}

function isOpen(version: JsonValue): boolean {
  const is = (flag: string): boolean => readPointer(version, flag) === true;
  return !is('/released') && !is('/archived');
}

function datedOf(version: JsonValue, project: string): Dated {
  return {
    id: textAt(version, '/id'),
    name: textAt(version, '/name'),
    project,
    day: textAt(version, '/releaseDate'),
    overdue: readPointer(version, '/overdue') === true,
  };
}

/** Describe an overdue version, with its open issues if counted. */
async function lookOf(one: Dated, isCounted: boolean, ask: CountAsk) {
  const due = one.day === '' ? 'overdue' : `due ${dayText(one.day, ask.now())}`;
  const issues = isCounted ? issuesOf(await readVersion(one, ask)) : undefined;
  const open =
    issues === undefined
      ? ''
      : ` · ${issues.all === 0 ? 'no issues' : `${issues.all - issues.done} of ${issues.all} open`}`;
  return {name: nameOf(one), text: `${due}${open}`, tone: 'warn', ...placeOf(one)} as const;
}

async function rowOf(one: Dated, ask: CountAsk): Promise<PanelRow> {
  const version = await readVersion(one, ask);
  const issues = issuesOf(version);
  const done = issues === undefined ? '' : `${issues.done}/${issues.all}`;
  const driver = await nameOfUser(textAt(version ?? null, '/driver'), ask);
  return {
    cells: [
      {text: nameOf(one), tone: 'title'},
      {text: dayText(one.day, ask.now())},
      {text: done.padStart(7), tone: 'dim'},
      {text: issues === undefined ? '' : barText(issues), tone: 'accent'},
      {text: driver === '' ? '—' : driver, tone: driver === '' ? 'dim' : 'plain'},
    ],
    opens: placeOf(one),
  };
}

/** Read a version with its counts; undefined on failure, so that the other rows still show. */
const readVersion = ({id}: Dated, ask: CountAsk) => readBeside(oneVersion, {id}, ask);

async function readBeside(
  call: Call,
  params: Params,
  ask: CountAsk,
): Promise<JsonValue | undefined> {
  ask.beside(call, params);
  try {
    return parseJsonValue(await ask.text(call, params));
  } catch {
    return undefined;
  }
}

function issuesOf(version: JsonValue | undefined) {
  return issueCounts(readPointer(version ?? null, '/issuesStatusForFixVersion'));
}

const barColumns = 8;

function barText({done, all}: {readonly done: number; readonly all: number}): string {
  if (all === 0) return 'no issues';
  const filled = Math.floor((done / all) * barColumns);
  const percent = `${Math.floor((done / all) * 100)}%`;
  return `${'▓'.repeat(filled)}${'░'.repeat(barColumns - filled)} ${percent.padStart(4)}`;
}

const userOf: Call = trackerCall('user get', {accountId: '{driver}'});

/** Return the name of a user, or the id if the name cannot be read. */
async function nameOfUser(driver: string, ask: CountAsk): Promise<string> {
  if (driver === '') return '';
  const user = await readBeside(userOf, {driver}, ask);
  return textAt(user ?? null, '/displayName') || driver;
}

const nameOf = ({name, project}: Dated): string => `${name} of ${project}`;

function placeOf({id, name}: Dated): Pick<Attention, 'screen' | 'params' | 'filter'> {
  return {screen: 'version', params: {id, crumb: name}, filter: ''};
}

function textAt(value: JsonValue, pointer: string): string {
  const found = readPointer(value, pointer);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

/** Versions of a project. */
export const versionsFeature: Feature = {
  id: 'versions',
  lists: [versions, ...versionParts],
  objects: [versionScreen],
  home: [versionsHome],
  panels: [releasesPanel],
};
