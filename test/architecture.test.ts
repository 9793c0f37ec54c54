import {join} from 'node:path';
import {build, type Plugin} from 'esbuild';
import {describe, expect, it} from 'vitest';
import {screens} from '../src/screens/features.ts';
import {deferredParts, lateParts} from '../tools/build/parts.mjs';
import {houseProblems, inCircles, kindQuestions, unnamedExports} from './support/house.ts';
import {operations} from './support/operations.ts';
import {readSources, root, type SourceFile} from './support/sources.ts';

/**
 * The import rule (ARCHITECTURE.md): what each floor may import of ours, of packages and of Node.
 * A name ending in `.ts` or `.tsx` is one file, any other a folder below src.
 */
interface Floor {
  readonly ours: readonly string[];
  readonly packages?: readonly string[];
  /** `true`: any module of Node. */
  readonly node?: readonly string[] | true;
}

const ink = ['react', 'ink', 'ink-text-input', 'ink-table'];

const floors: Readonly<Record<string, Floor>> = {
  base: {ours: []},
  api: {ours: ['base']},
  output: {ours: ['base'], packages: ['jq-wasm'], node: ['node:v8', 'node:vm']},
  host: {ours: ['api', 'base'], packages: ['got', 'cosmiconfig'], node: true},
  // The configuration of a site as files.
  site: {ours: ['api', 'base'], packages: ['yaml'], node: ['node:crypto']},
  commands: {ours: ['site', 'host', 'output', 'api', 'base']},
  state: {
    ours: ['api', 'output', 'base'],
    packages: ['zustand/vanilla', 'fuzzysort', 'htmlparser2', 'entities', 'marked'],
  },
  components: {ours: ['base'], packages: ink},
  screens: {
    ours: ['components', 'state', 'site', 'output', 'api', 'base'],
    packages: [...ink, 'zustand'],
  },
  sandbox: {
    ours: ['api/operation.ts', 'api/catalogue.ts', 'api/field.ts', 'api/body-of.ts', 'base'],
    packages: ['find-my-way'],
    node: ['node:crypto', 'node:http', 'node:fs', 'node:worker_threads', 'node:net', 'node:zlib'],
  },
  'session.ts': {ours: ['screens', 'state', 'host', 'api', 'base']},
  'tui.tsx': {
    ours: ['session.ts', 'screens', 'components', 'state', 'host', 'output', 'api', 'base'],
    packages: ink,
  },
  'cli.tsx': {
    ours: ['commands', 'host', 'base', 'tui.tsx', 'sandbox'],
  },
  // The entry point of the library: one-shot calls without commands and their output.
  'library.ts': {ours: ['host', 'api', 'base']},
  bin: {ours: ['cli.tsx'], node: ['node:process']},
};

/** What the entry bundle may only reach through a dynamic import. */
const loadedLate = [
  'tui.tsx',
  'session.ts',
  'sandbox/start.ts',
  'sandbox/embed.ts',
  'host/renewal.ts',
  'sandbox/worker.ts',
];

/** Files that may import beyond their floor, each with its reason. */
const extraPackages: Readonly<Record<string, readonly string[]>> = {
  // Text is measured as Ink measures it, or columns would not line up.
  'src/base/width.ts': ['string-width'],
};

/** Names of screens and groups that are words of the machinery too: scopes, members, parameters. */
const everyday = ['group', 'journal', 'project', 'status', 'task', 'user', 'version'];

/** Imports of ours beyond the table, each with its reason. */
const extraFiles: Readonly<Record<string, readonly string[]>> = {
  // The version is said in one place.
  'src/base/version.ts': ['package.json'],
};

const sources = readSources('src');
const tests = readSources('test');

function floorOf(path: string): string {
  return path.split('/')[1] ?? '';
}

function allows(floor: Floor, path: string): boolean {
  const below = path.replace(/^src\//, '');
  return floor.ours.some(
    name => below === name || (!name.includes('.') && below.startsWith(`${name}/`)),
  );
}

function problemsOf(check: (source: SourceFile) => readonly string[]): string[] {
  return sources.flatMap(source => check(source).map(problem => `${source.path}: ${problem}`));
}

describe('the floors', () => {
  it('every source file stands on a floor', () => {
    expect(sources.map(s => floorOf(s.path)).filter(name => !floors[name])).toEqual([]);
  });

  it('each floor imports only the floors below it that the table names', () => {
    const problems = problemsOf(({path, imports}) => {
      const own = floorOf(path);
      const floor = floors[own];
      if (!floor) return [];
      return imports
        .filter(({file}) => file !== undefined && floorOf(file) !== own && !allows(floor, file))
        .filter(({file = ''}) => !extraFiles[path]?.includes(file))
        .map(({specifier}) => `must not import ${specifier}`);
    });
    expect(problems).toEqual([]);
  });

  it('each floor imports only the packages and Node modules the table names', () => {
    const problems = problemsOf(({path, imports}) => {
      const floor = floors[floorOf(path)];
      if (!floor) return [];
      return imports
        .filter(({specifier, file}) => {
          if (file !== undefined) return false;
          if (!specifier.startsWith('node:')) {
            return ![...(floor.packages ?? []), ...(extraPackages[path] ?? [])].includes(specifier);
          }
          return floor.node !== true && !floor.node?.includes(specifier);
        })
        .map(({specifier}) => `must not import ${specifier}`);
    });
    expect(problems).toEqual([]);
  });

  it('the entry bundle reaches the terminal UI and the sandbox only through a dynamic import', () => {
    const problems = problemsOf(({path, imports}) =>
      imports
        .filter(
          ({file, dynamic}) =>
            file !== undefined &&
            !dynamic &&
            floorOf(path) === 'cli.tsx' &&
            loadedLate.includes(file.replace(/^src\//, '')),
        )
        .map(({specifier}) => `must import ${specifier} dynamically`),
    );
    expect(problems).toEqual([]);
  });

  it('commands and state never meet', () => {
    const reached = (start: string) => closureOf(start).map(floorOf);
    expect(reached('commands')).not.toContain('state');
    expect(reached('state')).not.toContain('commands');
  });

  it('commands write to standard error through their reporter alone', () => {
    const told = sources
      .filter(({path, code}) => path.startsWith('src/commands/') && /stderr/.test(code))
      .map(({path}) => path);
    expect(told).toEqual(['src/commands/main.ts', 'src/commands/reporter.ts']);
  });

  it('commands get their line scanned: only what scans it takes its arguments as typed', () => {
    const typed = sources
      .filter(({path, text}) => path.startsWith('src/commands/') && /\bargv: readonly/.test(text))
      .map(({path}) => path.replace('src/commands/', ''));
    // The last one takes those of a program that it runs.
    expect(typed).toEqual(['builtins.ts', 'main.ts', 'scan.ts', 'steward.ts', 'watch-programs.ts']);
  });

  it('no floors import each other in a circle', () => {
    const next = new Map<string, string[]>();
    for (const {path, imports} of sources) {
      const own = floorOf(path);
      const others = imports.flatMap(({file}) => (file ? [floorOf(file)] : []));
      next.set(own, [...(next.get(own) ?? []), ...others.filter(name => name !== own)]);
    }
    expect(inCircles(next)).toEqual([]);
  });
});

describe('the house', () => {
  const {circles, against} = houseProblems(sources);

  it('no files import each other in a circle, types counted', () => {
    expect(circles).toEqual([]);
  });

  it('storeys import what stands below them, and no machinery a family', () => {
    expect(against).toEqual([]);
  });

  it('no file of the machinery spells the name of a screen, an operation or a group', () => {
    const named = [...screens.lists, ...screens.objects].map(({id}) => id);
    const known = new Set([
      ...named,
      ...operations.flatMap(({group, name}) => [group, `${group} ${name}`]),
    ]);
    for (const word of everyday) known.delete(word);
    const problems = sources
      .filter(({path}) => path.startsWith('src/state/'))
      .flatMap(({path, text}) =>
        [...text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').matchAll(/'([^'\n]+)'/g)]
          .filter(([, literal = '']) => known.has(literal))
          .map(([literal]) => `${path}: ${literal}`),
      );
    expect(problems).toEqual([]);
  });

  it('what differs by the kind of a view is said by that kind: nobody else asks for it', () => {
    // The dispatch itself.
    expect(kindQuestions(sources)).toEqual(['src/state/model/transition.ts: describe']);
  });

  it('what draws is reached by no family, and the list of families loads no Ink', () => {
    const reached = reachedFrom(['src/screens/features.ts']);
    expect(reached.filter(path => path.endsWith('.tsx'))).toEqual([]);
  });

  it('how kinds of views, layers and the frame are drawn knows no family', () => {
    const drawing = /^src\/screens\/(views|frame|overlays)\//;
    const problems = sources
      .filter(({path}) => drawing.test(path))
      .flatMap(({path, imports}) =>
        imports
          .map(({file = ''}) => file)
          .filter(file => /^src\/screens\/\w+\//.test(file) && !drawing.test(file))
          .map(file => `${path} -> ${file}`),
      );
    expect(problems).toEqual([]);
  });
});

describe('the files', () => {
  it('none is longer than 400 lines', () => {
    const long = [...sources, ...tests]
      .map(({path, text}) => ({path, lines: text.trimEnd().split('\n').length}))
      .filter(({lines}) => lines > 400);
    expect(long).toEqual([]);
  });

  it('no folder is named for what it is not about', () => {
    const vague = /\/(utils?|helpers?|common|lib|types|shared|misc)\//;
    expect([...sources, ...tests].map(s => s.path).filter(path => vague.test(path))).toEqual([]);
  });

  it('nothing is exported as default', () => {
    const problems = [...sources, ...tests]
      .filter(({code}) => /\bexport\s+default\b|\bas\s+default\b/.test(code))
      .map(({path}) => path);
    expect(problems).toEqual([]);
  });

  it('nothing is exported that no other file names', () => {
    const scripts = ['tools', 'bench'].flatMap(folder => readSources(folder, /\.mjs$/));
    const unnamed = unnamedExports(sources, [...sources, ...tests, ...scripts]);
    expect(unnamed.filter(path => !path.startsWith('src/library.ts'))).toEqual([]);
  });

  it('nothing is passed through by a barrel', () => {
    expect(sources.filter(({code}) => /^export\s+\*/m.test(code)).map(s => s.path)).toEqual([]);
  });

  it('shared code reads the properties of an operation and never asks for its name', () => {
    const byName =
      /\b(?:op|operation|record|o)\??\.(?:name|group)\s*[=!]==?\s*'|switch\s*\(\s*(?:\w+\.)*(?:op|operation)\.(?:name|group)\s*\)|operationId\([^)]*\)\s*[=!]==?\s*'/;
    const problems = sources
      .filter(({path}) => !path.startsWith('src/api/catalogue'))
      .filter(({text}) => byName.test(text))
      .map(({path}) => path);
    expect(problems).toEqual([]);
  });

  it('shared code asks the record what makes a deletion permanent, never an input by its name', () => {
    const names = operations.flatMap(({permanentWhen = []}) =>
      permanentWhen.map(({input}) => input),
    );
    expect(names).toContain('purge');
    const byName = new RegExp(`inputs\\??(?:\\.|\\.?\\[')(?:${names.join('|')})\\b`);
    const problems = sources
      .filter(({path}) => !/^src\/(?:sandbox|api\/catalogue)\//.test(path))
      .filter(({text}) => byName.test(text))
      .map(({path}) => path);
    expect(problems).toEqual([]);
  });
});

describe('the machine', () => {
  /** The arguments in, the exit code out. */
  const lineIn = /^process(\.exitCode|\.argv| from)/;
  /** Files outside the host floor that may touch the machine, each with its reason. */
  const touching: Readonly<Record<string, RegExp>> = {
    'src/bin/jr.ts': lineIn,
    'src/bin/cf.ts': lineIn,
    'src/bin/steward.ts': lineIn,
    // The sandbox's only access to the machine.
    'src/sandbox/node-io.ts': /Date\.now|setTimeout|setInterval/,
  };
  const ambient =
    /(?<![.\w'-])(?:process|globalThis|console|fetch|setTimeout|setInterval|setImmediate)\b(?!\s*:)|\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\.now\b/g;

  it('only the host floor and the files listed here use what is ambient', () => {
    const problems = problemsOf(({path, code}) => {
      if (path.startsWith('src/host/')) return [];
      const allowed = touching[path];
      return [...code.matchAll(ambient)]
        .filter(match => !allowed?.test(code.slice(match.index, match.index + 40)))
        .map(match => `uses ${match[0]}`);
    });
    expect(problems).toEqual([]);
  });

  it('nobody ends the process: main returns a number', () => {
    expect(sources.filter(({code}) => /\bprocess\.exit\(/.test(code)).map(s => s.path)).toEqual([]);
  });

  it('one file of the sandbox touches the network and the file system', () => {
    const files = sources
      .filter(({path}) => path.startsWith('src/sandbox/'))
      .filter(({imports}) =>
        imports.some(i => /^node:(?!worker_threads|crypto)/.test(i.specifier)),
      );
    expect(files.length).toBeLessThanOrEqual(1);
  });
});

describe('the entry bundle', () => {
  it('a one-shot command loads neither React nor Ink nor anything else that is heavy', async () => {
    const entry = join(root, 'src/cli.tsx');
    const deferred = new Set(
      [...deferredParts, ...lateParts].map(({module}) => join(root, module)),
    );
    const dynamicOut: Plugin = {
      name: 'dynamic-imports-stay-out',
      setup: ({onResolve}) =>
        onResolve({filter: /.*/}, ({kind, path, resolveDir}) => {
          const isLate = deferred.has(join(resolveDir, path));
          return kind === 'dynamic-import' || isLate ? {path, external: true} : undefined;
        }),
    };
    const {metafile} = await build({
      entryPoints: [entry],
      absWorkingDir: root,
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      plugins: [dynamicOut],
      outdir: 'dist',
    });
    const inputs = Object.keys(metafile.inputs);
    expect(inputs).toContain('src/cli.tsx');
    expect(inputs.filter(path => path.includes('node_modules'))).toEqual([]);
    expect(
      inputs.filter(path =>
        /^src\/(sandbox|state|screens|components|session\.ts|tui\.tsx)/.test(path),
      ),
    ).toEqual([]);
  });
});

/** Project files reached from a floor by any import. */
function closureOf(floor: string): string[] {
  return reachedFrom(sources.map(({path}) => path).filter(path => floorOf(path) === floor));
}

/** Project files reached from some files by any import. */
function reachedFrom(starts: readonly string[]): string[] {
  const byPath = new Map(sources.map(source => [source.path, source]));
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const {file} of byPath.get(path)?.imports ?? []) if (file) visit(file);
  };
  for (const path of starts) visit(path);
  return [...seen];
}
