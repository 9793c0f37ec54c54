import {execFile} from 'node:child_process';
import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join, relative, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import esbuild from 'esbuild';
import {library} from './parts.mjs';

const run = promisify(execFile);

/**
 * Write the types of the library into `out`: what tsc says of its door, as far as the door's own
 * types reach, and an index with the operations and their inputs, made from the catalogue.
 */
export async function writeLibraryTypes({root, out}) {
  const folder = await mkdtemp(join(tmpdir(), 'steward-types-'));
  try {
    await declare(root, folder);
    const door = join(folder, library.module.replace(/^src\//, '').replace(/\.ts$/, '.d.ts'));
    for (const [path, text] of await reached(door)) {
      const target = join(out, relative(folder, path));
      await mkdir(dirname(target), {recursive: true});
      await writeFile(target, text);
    }
    await writeFile(join(out, 'index.d.ts'), indexOf(await loadOperations(root, folder)));
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

/** Types only: whether the source is right is the business of `npm run check:types`. */
async function declare(root, outDir) {
  const flags = [
    '--ignoreConfig --declaration --emitDeclarationOnly --noCheck --skipLibCheck',
    '--allowImportingTsExtensions --resolveJsonModule --types node',
    '--target es2022 --module esnext --moduleResolution bundler --rootDir src',
  ].join(' ');
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, library.module, ...flags.split(' '), '--outDir', outDir], {
    cwd: root,
  });
}

/** The declarations a file leads to, itself included, their imports as of built files. */
async function reached(path, found = new Map()) {
  if (found.has(path)) return found;
  const text = await readFile(path, 'utf8');
  const imports = /(from |import\()(['"])(\.[^'"]+)\.ts\2/g;
  found.set(path, text.replace(imports, '$1$2$3.js$2'));
  for (const [, , , name] of text.matchAll(imports)) {
    await reached(resolve(dirname(path), `${name}.d.ts`), found);
  }
  return found;
}

async function loadOperations(root, folder) {
  const outfile = join(folder, 'catalogue.mjs');
  await esbuild.build({
    entryPoints: [join(root, 'src/api/catalogue.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'silent',
  });
  return (await import(pathToFileURL(outfile).href)).operations;
}

function indexOf(operations) {
  const of = service => operations.filter(operation => operation.service === service);
  return `import type {InputValue, LibraryClient, LibraryOptions} from './library.js';

export {Failure, isFailure} from './library.js';
export type {
  ClientIdentity,
  FailureDetails,
  FailureKind,
  InputValue,
  LibraryCallOptions,
  LibraryClient,
  LibraryOptions,
  RequestPlan,
} from './library.js';

/** One of these, or another value the server may know. */
type Known<Values extends string> = Values | (string & {});

/** The operations of the issue tracker and their inputs. */
export interface TrackerOperations {
${of('tracker').map(typeOfOperation).join('\n')}
}

/** The operations of the content service and their inputs. */
export interface ContentOperations {
${of('content').map(typeOfOperation).join('\n')}
}

/** A client of the issue tracker. */
export type TrackerClient = LibraryClient<TrackerOperations>;

/** A client of the content service. */
export type ContentClient = LibraryClient<ContentOperations>;

/**
 * A client of one service. What is not given comes from the environment, then from the configuration.
 *
 * @throws Failure 'config_error' or 'auth_error' when it is not known where to or as whom
 */
export function createClient(service: 'tracker', options?: LibraryOptions): Promise<TrackerClient>;
export function createClient(service: 'content', options?: LibraryOptions): Promise<ContentClient>;
`;
}

function typeOfOperation({group, name, summary, deprecated, inputs}) {
  const lines = inputs
    .filter(({unavailable}) => unavailable === undefined)
    .map(
      input =>
        `${comment(input.help, '    ')}    readonly ${JSON.stringify(input.name)}${input.required ? '' : '?'}: ${typeOfInput(input)};`,
    );
  const note = deprecated ? `${summary}\n@deprecated ${deprecated.note}` : summary;
  const members =
    lines.length > 0 ? `{\n${lines.join('\n')}\n  }` : 'Readonly<Record<string, never>>';
  return `${comment(note, '  ')}  readonly ${JSON.stringify(`${group} ${name}`)}: ${members};`;
}

function typeOfInput({type, place, items, values, enforced}) {
  const literal = values?.map(value => JSON.stringify(value)).join(' | ');
  const text = literal ? (enforced ? literal : `Known<${literal}>`) : 'string';
  switch (type) {
    case 'boolean':
      return 'boolean';
    case 'integer':
      return 'number | string';
    case 'id':
      return 'string | number | bigint';
    case 'list': {
      const one = items === undefined || items === 'string' ? text : 'string | number | bigint';
      return `${items === 'string' || items === undefined ? 'string' : 'InputValue'} | readonly (${one})[]`;
    }
    case 'json':
      return 'unknown';
    case 'image':
      return 'Uint8Array';
    default:
      return place === 'path' ? `${text} | number` : text;
  }
}

function comment(text, indent) {
  if (!text) return '';
  const lines = text.replaceAll('*/', '* /').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map(line => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}
