import type {JsonObject} from '../base/json-value.ts';
import {type SiteField, siteKinds} from './kinds.ts';
import type {KindId} from './model.ts';
import type {PartKind} from './parts.ts';

/** JSON Schema (2020-12) of the files of a kind, for editors. */
export function siteSchema(id: KindId): JsonObject {
  const kind = siteKinds.find(one => one.id === id);
  if (kind === undefined) throw new Error(`no kind ${id}`);
  const properties: Record<string, JsonObject> = {
    [kind.key]: {type: 'string', minLength: 1, description: `${kind.key} of the ${kind.noun}`},
    renamedFrom: {type: 'string', description: 'the name on the site until the next apply'},
  };
  for (const field of kind.fields) properties[field.name] = fieldSchema(field);
  if (kind.parts) properties[kind.parts.member] = partsSchema(kind.parts);
  const object = {type: 'object', required: [kind.key], additionalProperties: false, properties};
  const isList = kind.layout === 'file' || kind.layout === 'of project';
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: kind.id,
    ...(isList ? {type: 'array', items: object} : object),
  };
}

function fieldSchema({type, values, help, default: usual}: SiteField): JsonObject {
  return {
    ...(type === 'boolean' ? {type: 'boolean'} : {type: ['string', 'number']}),
    ...(type === 'day' && {format: 'date'}),
    ...(values && {enum: values}),
    ...(usual !== undefined && {default: usual}),
    description: help,
  };
}

function partsSchema({groups, plain, valued}: PartKind): JsonObject {
  const withValue: JsonObject = {
    type: 'object',
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
    properties: Object.fromEntries(valued.map(word => [word, {type: ['string', 'number']}])),
  };
  return {
    type: 'object',
    description: `${groups}, each with the people it is for`,
    additionalProperties: {type: 'array', items: {anyOf: [{enum: plain}, withValue]}},
  };
}
