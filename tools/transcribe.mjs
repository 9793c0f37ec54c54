// Generates the fixtures for testing the catalogue, from the specification only, never from the
// records. They are checked in, so this runs only when the specification changes (the descriptions
// of both services; docs/services.md summarizes what the source relies on):
// node tools/transcribe.mjs <folder of the specification>
// operations.documents.json is extracted from the tables of the two API documents.
// operations.facts.json is reduced from the facts about the public services. bodies.facts.json
// contains the request bodies as field trees with resolved references. The answers of
// more-operations.json are added to tracker-shapes.json and content-shapes.json.
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const folder = process.argv[2];
if (folder === undefined) {
  console.error('usage: node tools/transcribe.mjs <folder of the specification>');
  process.exit(2);
}
const read = name => readFileSync(join(folder, name), 'utf8');
const fixtures = join(dirname(fileURLToPath(import.meta.url)), '../test/fixtures');

/** Split a document into its sections: number → {title, lines}. */
function sectionsOf(text) {
  const sections = new Map();
  let current;
  for (const line of text.split('\n')) {
    const heading = /^#{2,3} (\d+(?:\.\d+)?)\.? (.*)$/.exec(line);
    if (heading) {
      current = {title: heading[2], lines: []};
      sections.set(heading[1], current);
    } else if (current) {
      current.lines.push(line);
    }
  }
  return sections;
}

/** Parse the rows of the first table below `lines`, without its header, as lists of cells. */
function rowsOf(lines) {
  return lines
    .filter(line => line.startsWith('|'))
    .slice(2)
    .map(line => line.slice(1, line.lastIndexOf('|')).split('|'))
    .map(cells => cells.map(cell => cell.trim()));
}

/** Split at commas outside parentheses. */
function cutOutside(text) {
  const parts = [];
  let depth = 0;
  let part = '';
  for (const sign of text) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (sign === ',' && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else {
      part += sign;
    }
  }
  parts.push(part.trim());
  return parts;
}

/**
 * Parse the inputs of a cell: name, whether it is marked required, and the words in parentheses.
 */
function inputsOf(cell) {
  if (cell === 'none') return [];
  const inputs = [];
  for (const part of cutOutside(cell)) {
    const match = /^([\w-]+)(?: and ([\w-]+))?(?: \((.*)\))?( with .*)?$/.exec(part);
    if (match) {
      const words = match[3] ?? match[4]?.trim() ?? '';
      for (const name of [match[1], match[2]].filter(Boolean)) inputs.push({name, words});
    } else {
      throw new Error(`cannot read the input ${part}`);
    }
  }
  const all = inputs.some(input => /\ball (three )?required by the operation/.test(input.words));
  return inputs
    .flatMap(input =>
      // "Inputs shown as paging are cursor and limit" (section 4 of the content document).
      input.name === 'paging'
        ? [
            {name: 'cursor', words: ''},
            {name: 'limit', words: ''},
          ]
        : [input],
    )
    .map(({name, words}) => ({
      name,
      required: all || /(^|[ ,])req(uired)?($|[ ,])/.test(words),
      words: words.replace(/^req(, |$)/, ''),
    }));
}

/** Parse the method and path of a cell; empty if the document does not show them. */
function endpointOf(cell) {
  const match = /^(GET|POST|PUT|DELETE) (\S+)$/.exec(cell);
  return match ? {method: match[1], path: match[2]} : {};
}

function groupOf(path) {
  return path.replace('/rest/api/3/', '').replace(/^\//, '').split('/')[0];
}

/** Deprecated operations as named in the document (section 9). */
const deprecatedNames = new Map([
  ['get all projects', 'project get-all'],
  ['delete version', 'version delete'],
  ['merge versions', 'version merge'],
  ['create user', 'user create'],
]);

function deprecatedIn(sections) {
  const line = (sections.get('9')?.lines ?? []).find(l => l.includes('Deprecated operations:'));
  if (line === undefined) return new Set();
  const phrases = cutOutside(line.replace(/^.*Deprecated operations: /, '').replace(/\.$/, ''));
  return new Set(
    phrases.map(phrase => {
      const name = deprecatedNames.get(phrase.replace(/ \(.*/, ''));
      if (name === undefined) throw new Error(`cannot read the deprecation ${phrase}`);
      return name;
    }),
  );
}

function transcribe(service, document) {
  const sections = sectionsOf(read(document));
  const deprecated = deprecatedIn(sections);
  const operations = [];
  for (const [number, section] of sections) {
    if (!number.startsWith('4.')) continue;
    const text = section.lines.filter(line => line !== '' && !line.startsWith('|')).join(' ');
    const rows = rowsOf(section.lines);
    const withPath = rows.map(row => endpointOf(row[1]).path).find(path => path !== undefined);
    for (const [name, endpoint, inputs, rules] of rows) {
      const group = groupOf(endpointOf(endpoint).path ?? withPath);
      const everywhere = /^Anon applies to all/m.test(text);
      operations.push({
        service,
        section: number,
        group,
        name,
        ...endpointOf(endpoint),
        inputs: inputsOf(inputs).map(input => withSectionWords(input, text)),
        anonymous: everywhere || /^Anon\b/.test(rules),
        deprecated: deprecated.has(`${group} ${name}`),
        rules,
        about: `${section.title} ${text}`,
      });
    }
  }
  const limits = rowsOf(sections.get('8').lines).map(([limit, appliesTo, value]) => ({
    service,
    limit,
    appliesTo,
    value,
  }));
  return {operations, limits, concepts: conceptsOf(service, sections)};
}

/**
 * Add the values of expand, which the document lists once for the section of permission schemes.
 */
function withSectionWords(input, text) {
  const match = /^expand values for all operations below that accept it: ([^.]*)\./.exec(text);
  return match && input.name === 'expand' && input.words === ''
    ? {...input, words: match[1]}
    : input;
}

/** Parse the rows of section 2 that list the values of an input. */
function conceptsOf(service, sections) {
  if (service !== 'tracker') return {};
  const cell = (number, name) => {
    const row = rowsOf(sections.get(number).lines).find(cells => cells[0] === name);
    if (row === undefined) throw new Error(`no row ${name} in ${number}`);
    return row[1];
  };
  return {
    'project get expand': cell('2.4', 'expand of get project'),
    'project get-all expand': cell('2.4', 'expand of get all'),
    'project get-components componentSource': cell('2.4', 'component source'),
    'version get expand': cell('2.5', 'expand of get version'),
    'notificationscheme get-notification-schemes expand': cell('2.7', 'expand'),
  };
}

const kept = [
  'name in required type items format arrayStyle enum enumUpstream minimum maximum minItems',
  'maxItems maxLength default defaultSource seed requiredUpstream unavailable derived bodyField',
  'implies wireName',
]
  .join(' ')
  .split(' ');

function trimInput(input) {
  return Object.fromEntries(kept.filter(key => key in input).map(key => [key, input[key]]));
}

function trimFacts(operation) {
  const {method, path} = operation.resolved;
  return {
    service: operation.service,
    section: operation.section,
    group: operation.group,
    name: operation.operation,
    method,
    path,
    inputs: operation.inputs.map(trimInput),
    rules: operation.inputRules ?? [],
    anonymous: operation.anonymous,
    deprecated: Boolean(operation.deprecated || operation.deprecatedUpstream),
    experimental: Boolean(operation.experimentalUpstream),
    paginated: operation.paginated,
    page: operation.page,
    returns: operation.returns,
    returnsKind: operation.returnsKind,
    success: operation.success,
    autoBody: operation.autoBody,
  };
}

function trimRelated([key, operation]) {
  const [service, group, name] = key.split('/');
  return {
    service,
    group,
    name,
    method: operation.method,
    path: operation.path,
    inputs: operation.inputs.map(trimInput),
    body: operation.request ? {required: operation.request.required} : undefined,
    experimental: operation.experimental,
    success: operation.success.map(answer => answer.status),
    answers: operation.success.some(answer => answer.body !== undefined),
  };
}

/**
 * The group is the first word of the path; the name is the operationId in words without the word of
 * the group, where that is a single one.
 */
function nameOf(key, {path, operationId}) {
  const service = key.split('/')[0];
  const group = groupOf(path);
  const words = operationId.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`).split('-');
  const own = [group, group.replace(/s$/, ''), `${group}s`];
  return {service, group, name: words.filter(word => !own.includes(word)).join('-')};
}

const inputFacts = {
  integer: type => ({type: 'integer', format: type.match(/\((.*)\)/)?.[1]}),
  boolean: () => ({type: 'boolean'}),
  string: () => ({type: 'string'}),
};

/** The type of an input as its own members, from the notation of shapes.json. */
function typeFacts(type, schemas) {
  if (typeof type === 'string' && type.startsWith('@')) {
    return typeFacts(schemas[type.slice(1)], schemas);
  }
  if (typeof type === 'string') return inputFacts[type.replace(/\(.*/, '')](type);
  if (type.enum !== undefined) return {type: 'string', enum: type.enum};
  const {array = type[0], minItems, maxItems} = type;
  const {type: items, format} = typeFacts(array, schemas);
  return {type: 'array', items, format, arrayStyle: 'repeat', minItems, maxItems};
}

function trimMore([key, operation]) {
  const named = nameOf(key, operation);
  const {method, path, inputs, body, experimental, success} = operation;
  const trimmed = inputs.map(({name, in: place, required, type, default: usual, max}) =>
    trimInput({
      name,
      in: place,
      required,
      ...typeFacts(type, more.schemas[named.service]),
      // An empty default is none.
      ...(usual === '' || usual === undefined ? {} : {default: usual}),
      ...(max === undefined ? {} : {maximum: max}),
    }),
  );
  return {
    ...named,
    method,
    path: named.service === 'content' ? `/wiki/api/v2${path}` : path,
    inputs: trimmed,
    body: body && {required: true},
    experimental,
    success: success.map(answer => answer.status),
    answers: success.some(answer => answer.body !== undefined),
  };
}

function write(name, rows) {
  const parts = Object.entries(rows).map(([key, value]) => {
    if (!Array.isArray(value)) return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    return `${JSON.stringify(key)}: [\n${value.map(row => JSON.stringify(row)).join(',\n')}\n]`;
  });
  mkdirSync(fixtures, {recursive: true});
  writeFileSync(join(fixtures, name), `{\n${parts.join(',\n')}\n}\n`);
}

const tracker = transcribe('tracker', 'tracker-api.md');
const content = transcribe('content', 'content-api.md');
write('operations.documents.json', {
  operations: [...tracker.operations, ...content.operations],
  limits: [...tracker.limits, ...content.limits],
  concepts: tracker.concepts,
});
const shapes = JSON.parse(read('shapes.json'));
const more = JSON.parse(read('more-operations.json'));
write('operations.facts.json', {
  operations: JSON.parse(read('operations.json')).map(trimFacts),
  related: [
    ...Object.entries(shapes.extraOperations).map(trimRelated),
    ...Object.entries(more.operations).map(trimMore),
  ],
});

/** Resolve the references of a field tree; request bodies have no cycles. */
function filledIn(tree, schemas) {
  if (typeof tree === 'string') {
    const name = /^@(.+)$/.exec(tree)?.[1];
    return name === undefined ? tree : filledIn(schemas[name], schemas);
  }
  if (Array.isArray(tree)) return tree.map(item => filledIn(item, schemas));
  if (typeof tree !== 'object' || tree === null) return tree;
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [name, filledIn(value, schemas)]),
  );
}

const bodiesOf = part =>
  Object.entries(shapes[part])
    .filter(([, {request}]) => request?.contentType === 'application/json')
    .map(([id, {request}]) => ({
      id,
      required: request.required,
      body: filledIn(request.body, shapes.schemas[id.split('/')[0]]),
    }));
const moreBodies = Object.entries(more.operations)
  .filter(([, {body}]) => body !== undefined)
  .map(([key, {body, ...operation}]) => {
    const {service, group, name} = nameOf(key, operation);
    return {
      id: `${service}/${group}/${name}`,
      required: true,
      body: filledIn(body, more.schemas[service]),
    };
  });
write('bodies.facts.json', {
  note: 'Bodies of requests as field trees, in the notation of tracker-shapes.json without @Name: {fields} with readOnly, [T] an array, any where the description says no more; writeOnly are members no answer has.',
  operations: bodiesOf('operations'),
  extraOperations: [...bodiesOf('extraOperations'), ...moreBodies],
});

for (const service of ['tracker', 'content']) addShapes(service);

/** Add the rows and schemas of more-operations.json to the fixture of a service. */
function addShapes(service) {
  const name = `${service}-shapes.json`;
  const before = JSON.parse(readFileSync(join(fixtures, name), 'utf8'));
  const operations = {...before.operations};
  for (const [key, operation] of Object.entries(more.operations)) {
    if (!key.startsWith(`${service}/`)) continue;
    const {group, name: word, method, path} = trimMore([key, operation]);
    operations[`${service}/${group}/${word}`] = {method, path, success: operation.success};
  }
  const schemas = {...more.schemas[service], ...before.schemas};
  const sorted = Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1));
  const lines = rows =>
    rows.map(([key, row]) => `    ${JSON.stringify(key)}: ${JSON.stringify(row)}`).join(',\n');
  writeFileSync(
    join(fixtures, name),
    `{\n  "note": ${JSON.stringify(before.note)},\n  "operations": {\n${lines(Object.entries(operations))}\n  },\n  "schemas": {\n${lines(sorted)}\n  }\n}\n`,
  );
}
