import {readFileSync} from 'node:fs';
import {code} from './markdown.mjs';

const programs = {tracker: 'jr', content: 'cf'};

/** Generate docs/bodies.md: the body of every operation, and a line that works on the sandbox. */
export function bodiesPage({operations, bodyOf, exampleLines}) {
  const parts = [
    '# Bodies',
    'The fields of each request body, generated from the catalogue by `npm run docs`. A top-level field is a flag with its name; a nested field uses its path, such as `--body.scope.type GLOBAL` or `--body.statuses.0.name Waiting`. Objects and lists take JSON, `@file` or `-`; for a list of strings or ids, repeat the flag or separate the values by commas. Flags override fields of `--body`. `--unchecked` sends the body unchanged.',
    'Required fields are bold, and “one of” lists the only accepted values. An opaque body has no documented schema: its JSON is sent unchanged.',
  ];
  parts.push(...walkedTable(operations, bodyOf));
  for (const operation of operations) {
    const program = programs[operation.service];
    const title = `## ${program} ${operation.group} ${operation.name}${operation.extra ? ' +' : ''}`;
    const isImage = operation.inputs.some(({type}) => type === 'image');
    const shape = bodyOf(operation);
    if (shape === undefined && !isImage) continue;
    const lines = isImage ? ['An image: JPEG, GIF or PNG.'] : bodyLines(shape);
    parts.push(title, lines.join('\n'));
    if (lines.length > 0 && !isImage && !shape.opaque) {
      const example = exampleLines(operation)[0];
      parts.push(`\`\`\`sh\n${example}\n\`\`\``);
    }
  }
  return `${parts.join('\n\n')}\n`;
}

/** Build the table of body members that a test has sent, with the test. */
function walkedTable(operations, bodyOf) {
  const refused = JSON.parse(
    readFileSync(new URL('../../test/fixtures/examples.refused.json', import.meta.url), 'utf8'),
  );
  const rows = operations.flatMap(operation => {
    const shape = bodyOf(operation);
    if (shape === undefined) return [];
    const title = `${operation.group} ${operation.name}`;
    const name = `\`${programs[operation.service]} ${title}\`${operation.extra ? ' +' : ''}`;
    if (shape.opaque) return [`| ${name} | opaque | – | – | – |`];
    const fields = shape.type === 'object' ? countOf(shape.fields.length) : typeText(shape);
    const done = operation.effect === 'read' ? 'read' : 'written';
    const tried = refused[title] === undefined ? done : 'sent, refused';
    const wrong = shape.type === 'object' ? 'refused' : '–';
    return [`| ${name} | ${fields} | ${tried} | ${tried} | ${wrong} |`];
  });
  return [
    '## How the examples are tested',
    'The tests send the example of each body to the sandbox by its flags (test/commands/examples.test.ts) and by the keys of its form (test/state/views/form/example-forms.test.ts), and check that a misspelt field, a wrong type and a missing field are refused before a request. An example that the sandbox refuses needs a value from an earlier response.',
    [
      '| operation | body | by flags | by a form’s keys | misspelt, wrong, missing |',
      '|---|---|---|---|---|',
      ...rows,
    ].join('\n'),
  ];
}

function countOf(count) {
  return count === 1 ? '1 field' : `${count} fields`;
}

function bodyLines(shape) {
  if (shape.type === 'json') return [shape.opaque ? 'Opaque.' : 'Any JSON.'];
  if (shape.type === 'object') return [...fieldLines(shape, ''), ...ruleLines(shape, '')];
  return [`- ${typeText(shape)}`, ...deeper(shape, '  ')];
}

function fieldLines({fields}, indent) {
  return fields.flatMap(field => {
    const name = code(field.name);
    const says = [
      field.help ?? '',
      limits(field),
      field.default === undefined ? '' : `default ${field.default}`,
      field.nullable === undefined || field.help?.includes('null') ? '' : `null: ${field.nullable}`,
      field.deprecated ? `deprecated: ${field.deprecated}` : '',
    ].filter(Boolean);
    const head = `${indent}- ${field.required ? `**${name}**` : name}: ${typeText(field)}`;
    return [`${head}; ${says.join('; ')}`, ...deeper(field, `${indent}  `)];
  });
}

function deeper(shape, indent) {
  if (shape.type === 'object') return [...fieldLines(shape, indent), ...ruleLines(shape, indent)];
  return shape.type === 'list' ? deeper(shape.items, indent) : [];
}

function ruleLines({rules = []}, indent) {
  const words = {
    exactlyOne: 'exactly one of',
    atLeastOne: 'at least one of',
    notTogether: 'at most one of',
  };
  const wordsOf = ({kind, inputs}) =>
    kind === 'atLeastOne' && inputs.length === 1 ? '' : `${words[kind]} `;
  return rules.map(rule =>
    rule.kind in words
      ? `${indent}- ${rule.soft ? 'the service may require ' : ''}${wordsOf(rule)}${rule.inputs.join(', ')}`
      : `${indent}- ${rule.input} only with ${rule.inputs.join(', ')}`,
  );
}

function typeText(shape) {
  const named = shape.names
    ? ` (${shape.by ?? 'id'} of ${article(shape.names)} ${shape.names})`
    : '';
  switch (shape.type) {
    case 'list':
      return `list of ${typeText(shape.items)}`;
    case 'map':
      return `object of any names, each ${typeText(shape.values)}`;
    case 'json':
      return 'any JSON';
    case 'date':
      return 'day, YYYY-MM-DD';
    case 'text':
      return `${shape.multiline ? 'text of several lines' : 'text'}${named}${choices(shape)}`;
    default:
      return `${shape.type}${named}`;
  }
}

// The u of UI modification and of user is pronounced "you".
function article(name) {
  return /^[aeio]/i.test(name) ? 'an' : 'a';
}

function choices({values, closed, refused = {}}) {
  const bad = Object.entries(refused).map(([value, why]) => `; ${code(value)} is refused: ${why}`);
  if (!values) return bad.join('');
  const shown = values.slice(0, 12).map(code).join(', ');
  const more = values.length > 12 ? `, … (${values.length})` : '';
  return `, ${closed ? 'one of' : 'such as'} ${shown}${more}${bad.join('')}`;
}

function limits({maxLength, maxBytes, min, max, minItems, maxItems}) {
  return [
    maxLength && `at most ${maxLength} characters`,
    maxBytes && `at most ${maxBytes} bytes`,
    min !== undefined && `at least ${min}`,
    max !== undefined && `at most ${max}`,
    minItems && `at least ${minItems}`,
    maxItems && `at most ${maxItems} items`,
  ]
    .filter(Boolean)
    .join(', ');
}
