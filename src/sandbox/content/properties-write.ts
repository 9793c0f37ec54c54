import {type Given, readBody} from '../body.ts';
import {type Call, type Handler, noContent, ok} from '../route.ts';
import type {ContentItem, ContentKind, ContentProperty} from '../world/content-types.ts';
import {checkEditable, readItem} from './access.ts';
import {makeVersion, takeId} from './changes.ts';
import {readProperty} from './item-lists.ts';
import {presentProperty} from './present.ts';
import {conflict, invalidParameter} from './problems.ts';
import {type ItemMembers, requireText, requireVersion} from './write-body.ts';

/** Create a content property: 200 with it. */
export function createProperty(kind: ContentKind, idName: string): Handler {
  return call => {
    const item = readEditable(call, kind, idName);
    const json = readBody<ItemMembers>(call);
    const key = requireText(json, 'key');
    const properties = call.content.properties.of(item);
    if (properties.some(property => property.key === key)) {
      throw conflict(`A content property with key ${key} exists already`);
    }
    const property: ContentProperty = {
      id: String(takeId(call.content)),
      key,
      value: readValue(json),
      version: makeVersion(call, 1),
    };
    call.content.properties.set(item, [...properties, property]);
    return ok(presentProperty(property));
  };
}

/** Update a content property: 200 with its new version. */
export function updateProperty(kind: ContentKind, idName: string): Handler {
  return call => {
    const item = readEditable(call, kind, idName);
    const old = readProperty(call, item);
    const json = readBody<ItemMembers>(call);
    if (requireText(json, 'key') !== old.key) {
      throw invalidParameter(`'key' must stay ${old.key}`);
    }
    const {number, message} = requireVersion(json);
    if (number !== old.version.number + 1) {
      throw conflict(`Version must be incremented: current version is ${old.version.number}`);
    }
    const property: ContentProperty = {
      ...old,
      value: readValue(json),
      version: makeVersion(call, number, message),
    };
    const properties = call.content.properties.of(item);
    call.content.properties.set(
      item,
      properties.map(one => (one.id === old.id ? property : one)),
    );
    return ok(presentProperty(property));
  };
}

export function deleteProperty(kind: ContentKind, idName: string): Handler {
  return call => {
    const item = readEditable(call, kind, idName);
    const {id} = readProperty(call, item);
    const rest = call.content.properties.of(item).filter(property => property.id !== id);
    call.content.properties.set(item, rest);
    return noContent;
  };
}

function readEditable(call: Call, kind: ContentKind, idName: string): ContentItem {
  const item = readItem(call, kind, idName);
  checkEditable(call, item);
  return item;
}

function readValue(json: Given<ItemMembers>): unknown {
  if (json.value === undefined) throw invalidParameter("'value' is required");
  return json.value;
}
