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
 * Write the types of the library into `out`: the declarations by tsc that its entry refers to, and
 * an index with the operations and their inputs, generated from the catalogue.
 */
export async function writeLibraryTypes({root, out}) {
  const folder = await mkdtemp(join(tmpdir(), 'steward-types-'));
  try {
    await declare(root, folder);
    const entry = join(folder, library.module.replace(/^src\//, '').replace(/\.ts$/, '.d.ts'));
    for (const [path, text] of await reached(entry)) {
      const target = join(out, relative(folder, path));
      await mkdir(dirname(target), {recursive: true});
      await writeFile(target, text);
    }
    await writeFile(join(out, 'index.d.ts'), indexOf(await loadCatalogue(root, folder)));
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

/** Emit the types without checking; `npm run check:types` does that. */
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

/**
 * Collect the declarations that a file refers to, including itself, with imports as in built files.
 */
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

async function loadCatalogue(root, folder) {
  const outfile = join(folder, 'catalogue.mjs');
  const contents = ['catalogue', 'inputs-of', 'response-of', 'body-of']
    .map(name => `export * from './src/api/${name}.ts';`)
    .join('');
  await esbuild.build({
    stdin: {contents, resolveDir: root, loader: 'ts'},
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'silent',
  });
  return import(pathToFileURL(outfile).href);
}

function indexOf(catalogue) {
  const operations = catalogue.allOperations();
  const shapes = makeShapeTypes();
  const of = service => operations.filter(operation => operation.service === service);
  const types = [
    {service: 'tracker', word: 'the issue tracker', name: 'Tracker'},
    {service: 'content', word: 'the content service', name: 'Content'},
  ].map(({service, word, name}) => serviceTypes(of(service), {word, name}, shapes, catalogue));
  return `import type {InputValue, LibraryCallOptions, LibraryClient, LibraryOptions} from './library.js';

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

/** One of these, or another value returned by the server. */
type Known<Values extends string> = Values | (string & {});

/** A method of one operation: its inputs, optional if none is required, and its response. */
type Method<Inputs, Answer> = {} extends Inputs
  ? (inputs?: Inputs, options?: LibraryCallOptions) => Promise<Answer>
  : (inputs: Inputs, options?: LibraryCallOptions) => Promise<Answer>;

${types.join('\n')}
${shapes.text()}
/**
 * Create a client of one service. Missing options are read from the environment, then from the
 * configuration.
 *
 * @throws Failure 'config_error' or 'auth_error' if the server or account is not configured
 */
export function createClient(service: 'tracker', options?: LibraryOptions): Promise<TrackerClient>;
export function createClient(service: 'content', options?: LibraryOptions): Promise<ContentClient>;
`;
}

/**
 * Generate the types of one service: inputs, responses, items of lists, and the methods by group.
 */
function serviceTypes(operations, {word, name}, shapes, {inputsOf, bodyOf, responseOf, itemOf}) {
  const title = one => JSON.stringify(`${one.group} ${one.name}`);
  const rows = typeOf => operations.map(one => `  readonly ${title(one)}: ${typeOf(one)};`);
  const answer = one => {
    if (one.answer === 'none') return 'Readonly<Record<string, never>>';
    const shape = responseOf(one);
    return shape === undefined
      ? 'unknown'
      : shapes.answer(shape, `${one.group} ${one.name} answer`);
  };
  const item = one => {
    const shape = itemOf(one);
    return shape === undefined ? 'unknown' : shapes.answer(shape, `${one.group} ${one.name} item`);
  };
  const groups = [...new Set(operations.map(({group}) => group))].map(group => {
    const methods = operations
      .filter(one => one.group === group)
      .map(one => {
        const both = `${name}Operations[${title(one)}], ${name}Answers[${title(one)}]`;
        return `${comment(noteOf(one), '    ')}    readonly ${JSON.stringify(one.name)}: Method<${both}>;`;
      });
    return `  readonly ${JSON.stringify(group)}: {\n${methods.join('\n')}\n  };`;
  });
  const inputs = operations.map(one => {
    const type = inputsType(inputsOf(one), bodyOf(one), shapes);
    return `${comment(noteOf(one), '  ')}  readonly ${title(one)}: ${type};`;
  });
  return `/** The operations of ${word} and their inputs. */
export interface ${name}Operations {
${inputs.join('\n')}
}

/** The responses of the operations of ${word}; any member may be absent. */
export interface ${name}Answers {
${rows(answer).join('\n')}
}

/** The items of the lists of ${word}. */
export interface ${name}Items {
${rows(item).join('\n')}
}

/** The operations of ${word} by group and name. */
export interface ${name}Groups {
${groups.join('\n')}
}

/** A client of ${word}. */
export type ${name}Client = LibraryClient<${name}Operations, ${name}Answers, ${name}Items> & ${name}Groups;
`;
}

function noteOf({summary, deprecated}) {
  return deprecated ? `${summary}\n@deprecated ${deprecated.note}` : summary;
}

/**
 * Generate the type of inputs. Required fields are optional if they can be part of a whole body.
 */
function inputsType(inputs, body, shapes) {
  const usable = inputs.filter(({unavailable}) => unavailable === undefined);
  const whole = usable.find(({place, type}) => place === 'body' && type === 'json');
  const fields = usable.filter(({place}) => place === 'field');
  const hasWhole = whole !== undefined && fields.length > 0;
  const plain = members(
    usable.filter(input => !hasWhole || input !== whole),
    shapes,
    new Set(),
  );
  if (!hasWhole) return plain;
  const isWanted = fields.some(({required}) => required);
  const given = `string | ${shapes.input(body)}`;
  if (!isWanted) return `${plain} & {readonly "body"?: ${given}}`;
  const loose = members(
    usable.filter(input => input !== whole),
    shapes,
    new Set(fields),
  );
  return `(${plain} & {readonly "body"?: never}) | (${loose} & {readonly "body": string | ${shapes.input(body, true)}})`;
}

function members(inputs, shapes, optional) {
  const lines = inputs.map(input => {
    const mark = input.required && !optional.has(input) ? '' : '?';
    const help = input.deprecated ? `${input.help}\n@deprecated ${input.deprecated}` : input.help;
    return `${comment(help, '    ')}    readonly ${JSON.stringify(input.name)}${mark}: ${typeOfInput(input, shapes)};`;
  });
  return lines.length > 0 ? `{\n${lines.join('\n')}\n  }` : 'Readonly<Record<never, never>>';
}

function typeOfInput({type, place, items, values, enforced, shape}, shapes) {
  if (place === 'field' && shape && type !== 'storage') return shapes.input(shape);
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

/** Create a generator of types of shapes; each response type is generated once, with a name. */
function makeShapeTypes() {
  const named = new Map();
  const texts = [];
  const taken = new Set();
  const choices = ({values = [], closed}) => {
    const literal = values.map(value => JSON.stringify(value)).join(' | ');
    return literal === '' ? 'string' : closed ? literal : `Known<${literal}>`;
  };
  const answer = (shape, hint) => {
    switch (shape.type) {
      case 'text':
        return choices(shape);
      case 'integer':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'list':
        return `readonly (${answer(shape.items, hint)})[]`;
      case 'map':
        return `Readonly<Record<string, ${answer(shape.values, hint)}>>`;
      case 'object':
        return nameOf(shape, hint);
      case 'json':
        return 'unknown';
      default:
        return 'string';
    }
  };
  const nameOf = ({fields}, hint) => {
    const known = named.get(fields);
    if (known !== undefined) return known;
    const base = hint.replace(/(?:^|[^A-Za-z\d]+)([A-Za-z\d])/g, (_, one) => one.toUpperCase());
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base}${count}`;
    taken.add(name);
    named.set(fields, name);
    const lines = fields.map(
      field =>
        `  readonly ${JSON.stringify(field.name)}?: ${answer(field, `${base} ${field.name}`)};`,
    );
    texts.push(`export interface ${name} {\n${lines.join('\n')}\n}\n`);
    return name;
  };
  /** @param isLoose make top-level members optional, since they may be separate inputs */
  const input = (shape, isLoose = false) => {
    const orNull = shape.nullable === undefined ? '' : ' | null';
    return `${plainInput(shape, isLoose)}${orNull}`;
  };
  const plainInput = (shape, isLoose) => {
    switch (shape.type) {
      case 'text':
        return shape.names && !shape.values ? 'string | number' : choices(shape);
      case 'integer':
        return 'number | bigint | string';
      case 'boolean':
        return 'boolean';
      case 'list':
        return `readonly (${input(shape.items)})[]`;
      case 'map':
        return `Readonly<Record<string, ${input(shape.values)}>>`;
      case 'object': {
        const one = ({name, required, unless, ...field}) =>
          `readonly ${JSON.stringify(name)}${required && !unless && !isLoose ? '' : '?'}: ${input(field)}`;
        return `{${shape.fields.map(one).join('; ')}}`;
      }
      case 'json':
        return 'unknown';
      default:
        return 'string';
    }
  };
  return {answer, input, text: () => texts.join('\n')};
}

function comment(text, indent) {
  if (!text) return '';
  const lines = text.replaceAll('*/', '* /').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map(line => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}
