import {type OperationRef, trackerRef} from '../../api/operation-ref.ts';
import {localDay} from '../../base/day-words.ts';
import {type JsonValue, parseJsonValue, readPointer, textAt} from '../../base/json-value.ts';
import {dayText} from '../../base/times.ts';
import type {Feature} from '../../state/app/feature.ts';
import {
  type Attention,
  type Count,
  type CountPorts,
  type HomeEntry,
  homeLine,
  type PanelRow,
} from '../../state/model/count.ts';
import type {Panel} from '../../state/model/panel.ts';
import type {Params} from '../../state/model/params.ts';
import {viewOf} from '../../state/model/state.ts';
import {numberText, readPerParent} from '../../state/views/home/count-entry.ts';
import {allVersions, versionNames} from './all-versions.ts';
import {issueCounts} from './issue-counts.ts';
import {allReleases, versionTimeline} from './timeline.ts';
import {versionParts, versionScreen, versions} from './versions.ts';

/** Versions of all projects on the home screen: total, overdue and upcoming. */
const versionsHome = homeLine('Projects', allVersions, 'release progress', {
  call: versionNames,
  count: countVersions,
  attention: {calm: 'no version is overdue', order: 1},
});

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
          ? count.text || '—'
          : '…';
    return {rows, empty: {text: empty, tone: 'dim'}};
  },
};

const oneVersion: OperationRef = trackerRef('version get', {
  id: '{id}',
  expand: ['issuesstatus', 'driver'],
});

/** Most overdue versions whose issues are counted; each costs a request. */
const overdueCounted = 5;
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

/** Count the versions, and find overdue and upcoming ones. */
async function countVersions(_: HomeEntry, ask: CountPorts): Promise<Count> {
  const {items, more, note = ''} = await readPerParent(versionNames, ask);
  const today = localDay(ask.now());
  const dated = items
    .map(parseJsonValue)
    .filter(isOpen)
    .map(datedOf)
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  const late = dated.filter(({overdue}) => overdue);
  const next = dated.filter(({overdue, day}) => !overdue && day >= today).slice(0, nextShown);
  const looks = await Promise.all(late.map((one, i) => overdueItem(one, i < overdueCounted, ask)));
  const rows = await Promise.all(next.map(one => rowOf(one, ask)));
  const overdue = late.length > 0 ? [`${numberText(late.length, more)} overdue`] : [];
  const said = [...overdue, ...(note === '' ? [] : [note])].join(' · ');
  return {
    status: 'ready',
    text: numberText(items.length, more),
    ...(said !== '' && {note: said}),
    ...(late.length > 0 && {tone: 'warn'}),
    looks,
    rows,
  };
}

function isOpen(version: JsonValue): boolean {
  const is = (flag: string): boolean => readPointer(version, flag) === true;
  return !is('/released') && !is('/archived');
}

function datedOf(version: JsonValue): Dated {
  return {
    id: textAt(version, '/id'),
    name: textAt(version, '/name'),
    project: textAt(version, '/project'),
    day: textAt(version, '/releaseDate'),
    overdue: readPointer(version, '/overdue') === true,
  };
}

/** Describe an overdue version, with its open issues if counted. */
async function overdueItem(one: Dated, isCounted: boolean, ask: CountPorts) {
  const due = one.day === '' ? 'overdue' : `due ${dayText(one.day, ask.now())}`;
  const issues = isCounted ? issuesOf(await readVersion(one, ask)) : undefined;
  const open =
    issues === undefined
      ? ''
      : ` · ${issues.all === 0 ? 'no issues' : `${issues.all - issues.done} of ${issues.all} open`}`;
  return {name: nameOf(one), text: `${due}${open}`, tone: 'warn', ...placeOf(one)} as const;
}

async function rowOf(one: Dated, ask: CountPorts): Promise<PanelRow> {
  const version = await readVersion(one, ask);
  const issues = issuesOf(version);
  const done = issues === undefined ? '' : `${issues.done}/${issues.all}`;
  const driver = await nameOfUser(textAt(version, '/driver'), ask);
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
const readVersion = ({id}: Dated, ask: CountPorts) => readBeside(oneVersion, {id}, ask);

async function readBeside(
  call: OperationRef,
  params: Params,
  ask: CountPorts,
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

const userOf: OperationRef = trackerRef('user get', {accountId: '{driver}'});

/** Return the name of a user, or the id if the name cannot be read. */
async function nameOfUser(driver: string, ask: CountPorts): Promise<string> {
  if (driver === '') return '';
  const user = await readBeside(userOf, {driver}, ask);
  return textAt(user, '/displayName') || driver;
}

const nameOf = ({name, project}: Dated): string => `${name} of ${project}`;

function placeOf({id, name}: Dated): Pick<Attention, 'screen' | 'params' | 'filter'> {
  return {screen: 'version', params: {id, crumb: name}, filter: ''};
}

/** Versions of a project. */
export const versionsFeature: Feature = {
  id: 'versions',
  lists: [versions, allVersions, versionTimeline, ...versionParts],
  objects: [versionScreen, allReleases],
  home: [versionsHome],
  panels: [releasesPanel],
};
