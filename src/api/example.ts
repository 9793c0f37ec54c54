import type {Field, Shape} from './field.ts';
import {jsonOfTexts} from './field-text.ts';

/**
 * Build a small valid value of a shape, as JSON text: required members, members required by a rule,
 * or, for an object without required members, those with an example.
 */
export function exampleOf(shape: Shape & {readonly example?: string}): string {
  if (shape.example !== undefined) {
    const converted = jsonOfTexts(shape, [shape.example]);
    if ('json' in converted) return converted.json;
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

/** Choose the members of an object for an example. */
export function exampleFields({
  fields,
  rules = [],
}: Extract<Shape, {type: 'object'}>): readonly Field[] {
  const chosenNames = new Set(fields.filter(({required}) => required).map(({name}) => name));
  for (const rule of rules) {
    const isMet = rule.inputs.some(name => chosenNames.has(name));
    if (isMet || (rule.kind !== 'exactlyOne' && rule.kind !== 'atLeastOne')) continue;
    const candidates = fields.filter(({name}) => rule.inputs.includes(name));
    const first = candidates.find(({example}) => example !== undefined) ?? candidates[0];
    if (first !== undefined) chosenNames.add(first.name);
  }
  const chosen = fields.filter(({name}) => chosenNames.has(name));
  return chosen.length > 0 ? chosen : fields.filter(({example}) => example !== undefined);
}

function objectExample(fields: readonly Field[]): string {
  return `{${fields.map(field => `${JSON.stringify(field.name)}:${exampleOf(field)}`).join(',')}}`;
}
