import type {JsonObject} from '../base/json-value.ts';
import type {SiteField} from './kind.ts';
import {siteKinds} from './kinds.ts';
import type {KindId} from './model.ts';
import type {PartKind} from './parts.ts';

/** JSON Schema (2020-12) of the files of a kind, for editors. */
export function siteSchema(id: KindId): JsonObject {
  const kind = siteKinds.find(one => one.id === id);
  if (kind === undefined) throw new Error(`no kind ${id}`);
  const properties: Record<string, JsonObject> = {
    [kind.key]: {type: 'string', minLength: 1, description: `${kind.key} of the ${kind.noun}`},
    ...(kind.nameOf === undefined && {
      renamedFrom: {type: 'string', description: 'the name on the site until the next apply'},
    }),
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

function fieldSchema({type, items, values, help, default: usual}: SiteField): JsonObject {
  if (type === 'list') {
    const members = items?.map(one => [one.name, fieldSchema(one)] as const);
    const map = {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(members ?? []),
    };
    return {type: 'array', description: help, items: members ? map : {type: 'string'}};
  }
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
  const words = plain.length === 0 ? [] : [{enum: plain}];
  const list: JsonObject = {type: 'array', items: {anyOf: [...words, withValue]}};
  if (groups === undefined) return list;
  const description = `${groups}, each with the people it is for`;
  return {type: 'object', description, additionalProperties: list};
}
