import type {Field, Shape} from './field.ts';
import {jsonOfTexts} from './field-text.ts';

/**
 * A small valid value of a shape, as JSON text: what is required, what a rule asks for, and of an
 * object that requires nothing the members that have an example.
 */
export function exampleOf(shape: Shape & {readonly example?: string}): string {
  if (shape.example !== undefined) {
    const made = jsonOfTexts(shape, [shape.example]);
    if ('json' in made) return made.json;
  }
  switch (shape.type) {
    case 'text':
      return JSON.stringify(shape.values?.[0] ?? 'text');
    case 'storage':
      return '"<p>Text</p>"';
    case 'integer':
      return String(Math.max(shape.min ?? 1, 1));
    case 'boolean':
      return 'true';
    case 'date':
      return '"2026-12-01"';
    case 'time':
      return '"2026-12-01T09:00:00Z"';
    case 'json':
      return '{}';
    case 'map':
      return `{"name":${exampleOf(shape.values)}}`;
    case 'list':
      return `[${exampleOf(shape.items)}]`;
    case 'object':
      return objectExample(exampleFields(shape));
  }
}

/** The members that an example of an object shows. */
export function exampleFields({
  fields,
  rules = [],
}: Extract<Shape, {type: 'object'}>): readonly Field[] {
  const wanted = new Set(fields.filter(({required}) => required).map(({name}) => name));
  for (const rule of rules) {
    const isMet = rule.inputs.some(name => wanted.has(name));
    if (isMet || (rule.kind !== 'exactlyOne' && rule.kind !== 'atLeastOne')) continue;
    const shown = fields.filter(({name}) => rule.inputs.includes(name));
    const first = shown.find(({example}) => example !== undefined) ?? shown[0];
    if (first !== undefined) wanted.add(first.name);
  }
  const chosen = fields.filter(({name}) => wanted.has(name));
  return chosen.length > 0 ? chosen : fields.filter(({example}) => example !== undefined);
}

function objectExample(fields: readonly Field[]): string {
  return `{${fields.map(field => `${JSON.stringify(field.name)}:${exampleOf(field)}`).join(',')}}`;
}
