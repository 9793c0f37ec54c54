import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {parse, stringify} from 'yaml';

type Value = Record<string, unknown>;
type Groups = Record<string, unknown[]>;

/** A file that an edit may change, as a list of its objects. */
interface EditedFile {
  readonly kind: string;
  /** Path below the folder. */
  readonly file: string;
  readonly objects: Value[];
}

/** What an edit may use of the site. */
interface EditContext {
  readonly random: () => number;
  readonly pick: <T>(items: readonly T[]) => T;
  /** A text that no other edit makes. */
  readonly fresh: () => string;
  /** Names of a kind in the files. */
  readonly names: (kind: string) => readonly string[];
}

const description = (one: Value, {fresh}: EditContext): void => {
  one.description = `Described ${fresh()}`;
};

/** Adds an entry to a list of a group, and removes the first one sometimes. */
function editEntries(groups: Groups, added: unknown, {pick, random}: EditContext): void {
  const group = pick(Object.keys(groups).filter(name => name !== 'ADMINISTER_PROJECTS'));
  const entries = groups[group] ?? [];
  if (random() < 0.4) entries.shift();
  if (!entries.some(one => JSON.stringify(one) === JSON.stringify(added))) entries.push(added);
  groups[group] = entries;
}

const role = (context: EditContext) => ({role: context.pick(context.names('roles'))});

/** Edits of an object, by the kind of its file. */
const edits: Readonly<Record<string, readonly ((one: Value, context: EditContext) => void)[]>> = {
  roles: [
    description,
    (one, {pick, names}) => {
      one.defaultActors = [{group: pick(names('groups'))}];
    },
  ],
  'project-categories': [description],
  statuses: [
    description,
    (one, {pick}) => {
      one.category = pick(['TODO', 'IN_PROGRESS', 'DONE']);
    },
  ],
  resolutions: [description],
  priorities: [
    description,
    (one, {random}) => {
      one.color = `#${Math.floor(random() * 0xff_ff_ff)
        .toString(16)
        .padStart(6, '0')}`;
    },
  ],
  'permission-schemes': [
    description,
    (one, context) => editEntries(one.grants as Groups, role(context), context),
    (one, context) =>
      editEntries(one.grants as Groups, {group: context.pick(context.names('groups'))}, context),
    (one, {fresh}) => {
      one.name = `Renamed ${fresh()}`;
    },
  ],
  'notification-schemes': [
    description,
    (one, context) => editEntries(one.notifications as Groups, role(context), context),
  ],
  projects: [
    description,
    (one, {fresh}) => {
      one.name = `Project ${fresh()}`;
    },
    (one, {pick, names}) => {
      one.category = pick(names('project-categories'));
    },
    (one, {pick, names}) => {
      one.notificationScheme = pick(names('notification-schemes'));
    },
    (one, context) => {
      const roles = (one.roles ?? {}) as Groups;
      const group = {group: context.pick(context.names('groups'))};
      if (Object.keys(roles).length > 0) editEntries(roles, group, context);
    },
  ],
  components: [
    description,
    (one, {pick}) => {
      one.assignee = pick(['UNASSIGNED', 'PROJECT_LEAD', 'PROJECT_DEFAULT']);
    },
  ],
  versions: [
    description,
    (one, {random}) => {
      one.releaseDate = `2037-0${1 + Math.floor(random() * 9)}-11`;
    },
  ],
};

/** Kinds whose files also get new objects, with the members of one. */
const additions: Readonly<Record<string, (name: string) => Value>> = {
  statuses: name => ({name, category: 'TODO'}),
  resolutions: name => ({name}),
  priorities: name => ({name, color: '#336699', icon: '10401'}),
  'project-categories': name => ({name}),
  components: name => ({name}),
  versions: name => ({name}),
};

/** Kinds whose objects nothing else refers to, so that they can go. */
const removable: ReadonlySet<string> = new Set(['components', 'versions']);

function kindOf(file: string): string | undefined {
  const [first = '', second = '', third = ''] = file.split('/');
  if (third === 'project.yaml') return 'projects';
  return third === '' && second === ''
    ? first.replace('.yaml', '')
    : (third || first).replace('.yaml', '');
}

function readFiles(folder: string): readonly EditedFile[] {
  const names = (readdirSync(folder, {recursive: true}) as string[]).sort();
  return names
    .filter(name => name.endsWith('.yaml') && !name.startsWith('.'))
    .flatMap(file => {
      const kind = kindOf(file);
      const value: unknown = parse(readFileSync(join(folder, file), 'utf8'));
      if (kind === undefined || !(kind in edits || kind === 'groups')) return [];
      return [{kind, file, objects: (Array.isArray(value) ? value : [value]) as Value[]}];
    });
}

/** Changes the files of a folder at random, by a number of edits. */
export function editRandomly(folder: string, random: () => number, count: number): void {
  const files = readFiles(folder);
  let last = 0;
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const names = new Map<string, readonly string[]>();
  for (const {kind, objects} of files) {
    names.set(kind, [...(names.get(kind) ?? []), ...objects.map(one => String(one.name))]);
  }
  const context: EditContext = {
    random,
    pick,
    fresh: () => `${++last} ${Math.floor(random() * 1e6)}`,
    // A renamed scheme has its new name in no other file.
    names: kind => names.get(kind) ?? [],
  };
  const touched = new Set<EditedFile>();
  const renamed = new Map<string, string>();
  for (let n = 0; n < count; n++) {
    const kind = pick(Object.keys(edits));
    const file = pick(files.filter(one => one.kind === kind && one.objects.length > 0));
    if (file === undefined) continue;
    touched.add(file);
    const add = additions[kind];
    const chance = random();
    const object = pick(file.objects);
    if (add !== undefined && chance < 0.2) file.objects.push(add(`Added ${context.fresh()}`));
    else if (removable.has(kind) && chance < 0.3) file.objects.splice(0, 1);
    else if ((kind === 'resolutions' || kind === 'priorities') && chance < 0.5)
      file.objects.unshift(file.objects.pop() as Value);
    else {
      const before = String(object.name);
      pick(edits[kind] ?? [])(object, context);
      if (kind === 'permission-schemes') renamed.set(before, String(object.name));
    }
  }
  for (const file of files) {
    for (const one of file.objects) {
      const scheme = renamed.get(String(one.permissionScheme));
      if (scheme === undefined || scheme === one.permissionScheme) continue;
      one.permissionScheme = scheme;
      touched.add(file);
    }
  }
  for (const {file, objects, kind} of touched) {
    const isOne = ['permission-schemes', 'notification-schemes', 'projects'].includes(kind);
    const path = join(folder, dirname(file), file.slice(file.lastIndexOf('/') + 1));
    writeFileSync(path, stringify(isOne ? objects[0] : objects, {lineWidth: 0}));
  }
}
