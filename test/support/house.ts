import type {SourceFile} from './sources.ts';

/** The storeys of `src/state`, lowest first: each imports only itself and what stands below it. */
const stateStoreys = [
  'model',
  'show',
  'ask',
  'keys',
  'locations',
  'write',
  'views',
  'overlays',
  'look',
  'app',
];

/** The rooms of `src/screens` that draw, lowest first; they stand above every family. */
const drawing = ['views', 'overlays', 'frame'];

/** Rooms of one storey that may import each other, beyond which each stands apart. */
const besides: Readonly<Record<string, readonly string[]>> = {
  'state/views/form': ['state/views/list'],
  'state/overlays/prompt': ['state/overlays/columns'],
  'screens/blogposts': ['screens/content'],
  'screens/people': ['screens/access', 'screens/schemes'],
  'screens/schemes': ['screens/projects'],
  'screens/versions': ['screens/projects'],
};

/** What breaks the plan of the house. */
export interface HouseProblems {
  /** Files that stand in a circle of imports, types counted. */
  readonly circles: readonly string[];
  /**
   * `importer > imported`: against the order of the storeys, or from the machinery into a family.
   */
  readonly against: readonly string[];
}

/** What in the sources breaks the plan. */
export function houseProblems(sources: readonly SourceFile[]): HouseProblems {
  const next = new Map(
    sources.map(({path, imports}) => [
      path,
      imports.flatMap(({file, dynamic}) => (file && !dynamic ? [file] : [])),
    ]),
  );
  const against = sources.flatMap(({path, imports}) =>
    imports.flatMap(({file}) =>
      file !== undefined && !mayStandOn(path, file) ? [`${path} > ${file}`] : [],
    ),
  );
  return {circles: inCircles(next), against: [...new Set(against)].sort()};
}

/**
 * Whether the storeys let a file import another. Files called `state.ts` hold types and first
 * values only: they stand on the vocabulary of `model` and below all the rest of it.
 */
function mayStandOn(from: string, to: string): boolean {
  const [own, other] = [roomOf(from), roomOf(to)];
  if (own === undefined || other === undefined || own === other) return true;
  if (own.startsWith('state/')) {
    if (other.startsWith('screens')) return false;
    if (to.endsWith('/state.ts')) return true;
    if (from.endsWith('/state.ts')) return other === 'state/model';
    const [mine, theirs] = [storeyOf(own), storeyOf(other)];
    if (mine !== theirs) return mine > theirs;
    if (own.startsWith('state/overlays/') && other === 'state/overlays/palette') return true;
    return besides[own]?.includes(other) === true;
  }
  if (other.startsWith('state/')) return true;
  const [mine, theirs] = [heightOf(own), heightOf(other)];
  if (mine !== theirs) return mine > theirs;
  return besides[own]?.includes(other) === true;
}

/** Values that a file exports and that no other file names, as `path: name`. */
export function unnamedExports(
  sources: readonly SourceFile[],
  readers: readonly SourceFile[],
): string[] {
  const files = new Map<string, number>();
  for (const {text} of readers) {
    const bare = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    for (const word of new Set(bare.match(/\w+/g))) files.set(word, (files.get(word) ?? 0) + 1);
  }
  return sources.flatMap(({path, text}) =>
    [...text.matchAll(/^export (?:async )?(?:const|function\*?|class|let) (\w+)/gm)]
      .filter(([, name = '']) => (files.get(name) ?? 0) < 2)
      .map(([, name]) => `${path}: ${name}`),
  );
}

/** What each kind of view may ask for in its own folder: itself, and the tabs it is made for. */
const ownKinds: Readonly<Record<string, readonly string[]>> = {
  list: ['list'],
  text: ['text', 'describe'],
  home: ['home'],
  form: ['form'],
  matrix: ['matrix'],
};

/**
 * Questions for the kind of a view outside the folder of that kind, as `path: kind`. What differs
 * by kind is a member of it (`ViewKind`); what is about one kind alone takes `ofKind` and its like.
 */
export function kindQuestions(sources: readonly SourceFile[]): string[] {
  const known = new Set(Object.values(ownKinds).flat());
  return sources.flatMap(({path, text}) => {
    const own = ownKinds[/^src\/state\/views\/(\w+)\//.exec(path)?.[1] ?? ''] ?? [];
    return kindsAskedFor(text)
      .filter(kind => known.has(kind) && !own.includes(kind))
      .map(kind => `${path}: ${kind}`);
  });
}

/** The words that something's `kind` is compared with: `===`, `switch`, `includes`. */
function kindsAskedFor(source: string): string[] {
  const text = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const compared = text.matchAll(/\bkind\s*[!=]==?\s*'(\w+)'|'(\w+)'\s*[!=]==?\s*[\w.?]*\bkind\b/g);
  const listed = text.matchAll(/\[([^\][]*)\]\s*\.includes\([\w.?]*\bkind\)/g);
  // The cases of a switch stand one step deeper than it does.
  const switched = text.matchAll(/^( *)switch \([\w.?]*\bkind\) \{\n([\s\S]*?)^\1\}/gm);
  return [
    ...[...compared].map(([, one, other]) => one ?? other ?? ''),
    ...[...listed].flatMap(([, words = '']) => words.match(/\w+/g) ?? []),
    ...[...switched].flatMap(([, space = '', body = '']) =>
      [...body.matchAll(new RegExp(`^${space}  case '(\\w+)'`, 'gm'))].map(([, kind = '']) => kind),
    ),
  ];
}

/**
 * `state/model`, `state/views/list`, `screens/projects`, `screens/features.ts`; undefined
 * elsewhere.
 */
function roomOf(path: string): string | undefined {
  const [, floor, first = '', second = ''] = path.split('/');
  if (floor === 'state') {
    if (!stateStoreys.includes(first)) return undefined;
    const apart = first === 'views' || first === 'overlays';
    return apart && !second.includes('.') ? `state/${first}/${second}` : `state/${first}`;
  }
  return floor === 'screens' ? `screens/${first}` : undefined;
}

function storeyOf(room: string): number {
  return stateStoreys.indexOf(room.split('/')[1] ?? '');
}

/** Families 0, the list of them 1, what draws above it. */
function heightOf(room: string): number {
  const name = room.split('/')[1] ?? '';
  if (drawing.includes(name)) return 3 + drawing.indexOf(name);
  if (name === 'context.ts') return 2;
  return name.includes('.') ? 1 : 0;
}

/** The names of a graph that can be reached from themselves, in order (Tarjan's components). */
export function inCircles(next: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const visit = (name: string) => {
    index.set(name, index.size);
    low.set(name, index.get(name) ?? 0);
    stack.push(name);
    for (const other of next.get(name) ?? []) {
      if (!index.has(other)) visit(other);
      if (stack.includes(other)) {
        low.set(name, Math.min(low.get(name) ?? 0, low.get(other) ?? 0));
      }
    }
    if (low.get(name) !== index.get(name)) return;
    const members = stack.splice(stack.indexOf(name));
    if (members.length > 1 || next.get(name)?.includes(name)) found.push(...members);
  };
  for (const name of next.keys()) if (!index.has(name)) visit(name);
  return found.sort();
}
