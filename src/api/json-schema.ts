import {defined} from '../base/defined.ts';
import type {Field, Shape} from './field.ts';

/** A JSON Schema (draft 2020-12) with the keywords that shapes need. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Convert a shape to JSON Schema. Open choices become examples; values that are only tolerated are
 * omitted.
 */
export function jsonSchemaOf(shape: Shape & Partial<Field>): JsonSchema {
  const schema = ownSchema(shape);
  const {help, deprecated, nullable} = shape;
  return {
    ...(nullable === undefined ? schema : {...schema, type: [schema.type, 'null']}),
    ...(help !== undefined && {description: help}),
    ...(shape.default !== undefined && {default: shape.default}),
    ...(deprecated !== undefined && {deprecated: true}),
  };
}

function ownSchema(shape: Shape): JsonSchema {
  switch (shape.type) {
    case 'text': {
      const {maxLength, pattern, values = [], closed} = shape;
      return {
        type: 'string',
        ...(maxLength !== undefined && {maxLength}),
        ...(pattern && {pattern: `^(?:${pattern.source})$`}),
        ...(values.length > 0 && (closed ? {enum: values} : {examples: values})),
      };
    }
    case 'storage':
      return {type: 'string', contentMediaType: 'application/xml'};
    case 'date':
      return {type: 'string', format: 'date'};
    case 'time':
      return {type: 'string', format: 'date-time'};
    case 'integer':
      return {type: 'integer', ...defined({minimum: shape.min, maximum: shape.max})};
    case 'boolean':
      return {type: 'boolean'};
    case 'json':
      return {};
    case 'list': {
      const {items, minItems, maxItems} = shape;
      return {type: 'array', items: jsonSchemaOf(items), ...defined({minItems, maxItems})};
    }
    case 'map':
      return {type: 'object', additionalProperties: jsonSchemaOf(shape.values)};
    case 'object': {
      const required = shape.fields.filter(field => field.required && !field.unless);
      return {
        type: 'object',
        properties: Object.fromEntries(
          shape.fields.map(field => [field.name, jsonSchemaOf(field)]),
        ),
        ...(required.length > 0 && {required: required.map(({name}) => name)}),
      };
    }
  }
}
