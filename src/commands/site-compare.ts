import {Failure} from '../base/failure.ts';
import {
  findJson,
  isArray,
  isObject,
  type JsonValue,
  listAt,
  readPointer,
} from '../base/json-value.ts';
import {readYamlFiles} from '../host/site-files.ts';
import {compareSites, type SiteDifference} from '../site/diff.ts';
import {type FiledSite, readFiles} from '../site/files.ts';
import {type KindId, kindIds, labelOf, type ReadObject} from '../site/model.ts';
import {makePeople, type People} from '../site/people.ts';
import {readSite, type SendRead, type SiteState} from '../site/read-site.ts';
import {folderOf, lockIn, type OpenSite, openSite, type Run, scopeOf} from './site-run.ts';

/** @throws Failure 'validation_error' with the first problem; the others are in `errors` */
export function refuseProblems(filed: FiledSite): FiledSite {
  const [first] = filed.problems;
  if (first === undefined) return filed;
  const at = (one: typeof first): string => `${one.file}:${one.line}:${one.column}`;
  throw new Failure('validation_error', `${at(first)}: ${first.message}`, {
    attempts: 0,
    errors: Object.fromEntries(filed.problems.map(one => [at(one), one.message])),
  });
}

/** Names identify objects in files, so two objects with one name cannot be exported. */
export function refuseDuplicates({objects}: SiteState): void {
  const seen = new Map<string, ReadObject>();
  for (const object of objects) {
    const label = labelOf(object);
    const other = seen.get(label);
    if (other !== undefined) {
      throw new Failure(
        'conflict',
        `The site has two ${label}, with the ids ${other.id} and ${object.id}.`,
        {
          hint: 'Rename one of them on the site, or leave the kind out with --only.',
        },
      );
    }
    seen.set(label, object);
  }
}

export interface Comparison {
  readonly differences: readonly SiteDifference[];
  readonly state: SiteState;
  readonly people: People;
  readonly filedPeople: JsonValue | undefined;
  readonly target: OpenSite;
}

/** Compares the files, or another site, with the site. */
export async function compare(run: Run): Promise<Comparison> {
  const {line} = run;
  const {from, to} = line.own;
  if (line.words[0] === 'diff' && from !== undefined) return compareProfiles(run, from, to);
  const folder = folderOf(run);
  const texts = await readYamlFiles(folder);
  if (texts.size === 0) {
    const hint = `Run jr site export ${run.named} first.`;
    throw new Failure('validation_error', `${folder} has no YAML files.`, {attempts: 0, hint});
  }
  const filed = refuseProblems(readFiles(texts));
  const target = await openSite(run);
  const people = makePeople(filed.people, target.site);
  await matchPeople(target.read, people, filed);
  const scope = scopeOf(line, filed.settings, filed.settings.kinds);
  const state = await readSite(target.read, people, scope, target.onProgress);
  refuseDuplicates(state);
  const wanted = filed.objects.filter(object => isIn(object, scope));
  const differences = compareSites(wanted, state.objects, await lockIn(folder, target.site));
  return {differences, state, people, filedPeople: filed.people, target};
}

function isIn(
  {kind, name, project}: Pick<ReadObject, 'kind' | 'name' | 'project'>,
  {kinds, projects}: {readonly kinds: readonly KindId[]; readonly projects?: readonly string[]},
): boolean {
  const key = kind === 'projects' ? name : project;
  return (
    kinds.includes(kind) && (key === undefined || projects === undefined || projects.includes(key))
  );
}

async function compareProfiles(
  run: Run,
  from: string,
  to: string | undefined,
): Promise<Comparison> {
  const profileOf = (text: string): string => text.replace(/^@/, '');
  const [source, target] = await Promise.all([
    openSite(run, profileOf(from)),
    openSite(run, to === undefined ? undefined : profileOf(to)),
  ]);
  const scope = scopeOf(run.line, {kinds: []}, [...kindIds]);
  const theirs = makePeople(undefined, source.site);
  const other = await readSite(source.read, theirs, scope, source.onProgress);
  const people = makePeople(theirs.toValue(), target.site);
  const state = await readSite(target.read, people, scope, target.onProgress);
  const differences = compareSites(other.objects, state.objects);
  return {differences, state, people, filedPeople: undefined, target};
}

/** Finds the accounts of people with an e-mail address and no account on this site. */
async function matchPeople(read: SendRead, people: People, filed: FiledSite): Promise<void> {
  const aliases = new Set(filed.objects.flatMap(({values}) => aliasesIn(values)));
  for (const alias of aliases) {
    const email = people.find(alias)?.email;
    if (email === undefined || people.accountOf(alias) !== undefined) continue;
    const ref = {service: 'tracker', operation: 'user find', inputs: {query: [email]}} as const;
    const users = listAt(findJson(await read(ref)), '');
    const found = users.filter(user => readPointer(user, '/emailAddress') === email);
    const account = readPointer(found[0], '/accountId');
    if (found.length === 1 && typeof account === 'string') people.match(alias, account);
  }
}

function aliasesIn(value: JsonValue): readonly string[] {
  if (isArray(value)) return value.flatMap(aliasesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    (name === 'lead' || name === 'user') && typeof one === 'string' ? [one] : aliasesIn(one),
  );
}
