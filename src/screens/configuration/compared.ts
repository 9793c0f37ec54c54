import {trackerRef} from '../../api/operation-ref.ts';
import {Failure} from '../../base/failure.ts';
import {groupBy} from '../../base/group-by.ts';
import {isArray, parseJsonValue, readPointer, textMembers} from '../../base/json-value.ts';
import {quoteWord} from '../../base/shell-words.ts';
import {withChanges} from '../../site/choose.ts';
import type {SiteChange, SiteDifference} from '../../site/diff.ts';
import {
  type Comparison,
  compareFolder,
  compareTwoSites,
  type SiteAccess,
  type SiteFolder,
  type WantedScope,
} from '../../site/engine.ts';
import {readSiteFolder} from '../../site/folder.ts';
import {canonicalJson, type KindId, kindIds} from '../../site/model.ts';
import {fetchText} from '../../state/ask/ask.ts';
import {readOnlyClient} from '../../state/ask/read-only-client.ts';
import type {Params} from '../../state/model/params.ts';
import type {Row} from '../../state/model/row.ts';
import type {Ports} from '../../state/model/transition.ts';

/** The side that a difference is written to. */
export type Choice = 'site' | 'files' | 'skip';

/** This site compared with a folder or with another profile. */
export interface SiteComparison {
  /** The folder, or `@` and the profile. */
  readonly from: string;
  readonly comparison: Comparison;
  readonly site: Pick<SiteAccess, 'site' | 'baseUrl'>;
  /** Absent for another profile. */
  readonly folder?: SiteFolder;
  /** The only object shown; its whole kind was compared. @default all */
  readonly only?: OnlyObject | undefined;
  /** Choices of the user, by id of a part. */
  readonly choices: Readonly<Record<string, Choice>>;
}

/** An object of the site that is compared with its file. */
export interface OnlyObject {
  readonly kind: KindId;
  readonly id: string;
  /** Key or id of the project that it belongs to, or that it is. */
  readonly project?: string;
}

/** Return the object that the parameters of a list name. */
export function onlyObjectOf({kind, object: id, within}: Params): OnlyObject | undefined {
  const known = kindIds.find(one => one === kind);
  if (known === undefined || id === undefined) return undefined;
  return {kind: known, id, ...(within !== undefined && {project: within})};
}

/** A part of the differences that is chosen as a whole: a field, an entry, or an object. */
export interface Part {
  readonly id: string;
  readonly difference: SiteDifference;
  readonly changes: readonly SiteChange[];
}

/**
 * Read this site and the other side, and compare them.
 *
 * @param options.isQuiet show no progress, which would replace another notice
 * @throws Failure of a read; 'validation_error' for problems of the files
 */
export async function readCompared(
  from: string,
  ports: Ports,
  signal: AbortSignal,
  {
    isQuiet = false,
    only,
  }: {readonly isQuiet?: boolean; readonly only?: OnlyObject | undefined} = {},
): Promise<Omit<SiteComparison, 'choices'>> {
  const onProgress = (text: string): void => {
    const notice = {text: `${text}…`, tone: 'dim'} as const;
    if (!isQuiet && !signal.aborted) ports.dispatch({kind: 'notice', notice});
  };
  const target = {...siteOf(ports, signal), onProgress};
  const {site: origin, baseUrl} = target;
  const site = {site: origin, baseUrl};
  const scope = only && (await scopeOf(only, target));
  if (from.startsWith('@')) {
    const profile = from.slice(1);
    const client = readOnlyClient(await ports.clientOf(profile, 'tracker'));
    const there: Ports = {...ports, client: () => client, flags: () => ['-p', profile]};
    const source = {...siteOf(there, signal), onProgress};
    return {from, only, site, comparison: await compareTwoSites(source, target, scope)};
  }
  const folder = await readSiteFolder(ports.siteFiles(from), origin);
  if (folder.texts.size === 0) {
    const hint = `Write the files first: jr site export ${from}`;
    throw new Failure('validation_error', `${from} has no YAML files.`, {attempts: 0, hint});
  }
  return {from, only, site, folder, comparison: await compareFolder(folder, target, scope)};
}

/** The kind and, if one is known, the project of an object. */
async function scopeOf({kind, project}: OnlyObject, {read}: SiteAccess): Promise<WantedScope> {
  if (project === undefined) return {kinds: [kind]};
  if (!/^\d+$/.test(project)) return {kinds: [kind], projects: [project]};
  const {key} = textMembers(parseJsonValue(await read(projectOf, {project})));
  return {kinds: [kind], projects: [key ?? project]};
}

const projectOf = trackerRef('project get', {projectIdOrKey: '{project}'});

/** Access to the site of a client. */
export function siteOf(ports: Ports, signal: AbortSignal): SiteAccess {
  const {identity} = ports.client('tracker');
  return {
    site: new URL(identity.siteUrl ?? identity.baseUrl).origin,
    baseUrl: identity.baseUrl,
    read: (ref, params = {}) => fetchText(ref, params, ports, signal),
  };
}

/** The parts of the differences: each change of an update, other differences as a whole. */
export function partsOf({
  comparison,
  only,
}: Pick<SiteComparison, 'comparison' | 'only'>): readonly Part[] {
  const isShown = ({kind, read}: SiteDifference): boolean =>
    only === undefined || (kind === only.kind && read?.id === only.id);
  return comparison.differences.filter(isShown).flatMap(difference => {
    const {action, kind, project = '', name, changes} = difference;
    const partOf = (own: readonly SiteChange[]): Part => {
      const values = canonicalJson(own.map(change => ({...change})));
      return {id: JSON.stringify([action, kind, project, name, values]), difference, changes: own};
    };
    return action === 'update' ? changes.map(change => partOf([change])) : [partOf(changes)];
  });
}

/** The parts that a row of the list shows. */
export function partsInRow({value}: Row, compared: SiteComparison): readonly Part[] {
  const indexes = readPointer(value, '/parts');
  const shown = new Set(isArray(indexes) ? indexes.map(Number) : []);
  return partsOf(compared).filter((_, at) => shown.has(at));
}

/** Choose a side for some parts. */
export function withChoice(
  compared: SiteComparison,
  parts: readonly Part[],
  choice: Choice,
): SiteComparison {
  const own = Object.fromEntries(parts.map(({id}) => [id, choice]));
  return {...compared, choices: {...compared.choices, ...own}};
}

/** The choice of a part; objects that only this site has stay there unless the user decides. */
export function choiceOf(
  {choices}: Pick<SiteComparison, 'choices'>,
  {id, difference}: Part,
): Choice {
  return choices[id] ?? (difference.action === 'remove' ? 'skip' : 'site');
}

/** The parts chosen for a side. */
export function partsChosenFor(side: Choice, compared: SiteComparison): readonly Part[] {
  return partsOf(compared).filter(part => choiceOf(compared, part) === side);
}

/** The differences that consist of some parts. */
export function differencesOf(parts: readonly Part[]): readonly SiteDifference[] {
  return [...groupBy(parts, ({difference}) => difference)].flatMap(
    ([difference, own]) =>
      withChanges(
        difference,
        own.flatMap(({changes}) => changes),
      ) ?? [],
  );
}

/** The command that lists the same differences. */
export function diffCommand(from: string): string {
  return `jr site diff ${from.startsWith('@') ? `--from ${quoteWord(from)}` : quoteWord(from)}`;
}
