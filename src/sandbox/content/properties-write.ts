import {type Given, readBody} from '../body.ts';
import type {Handler, SandboxRequest} from '../route.ts';
import type {ContentItem, ContentKind, ContentProperty} from '../world/content-types.ts';
import type {World} from '../world/world.ts';
import {checkEditable, readItem} from './access.ts';
import {makeVersion, takeId} from './changes.ts';
import {readProperty} from './item-lists.ts';
import {presentProperty} from './present.ts';
import {conflict, invalidParameter} from './problems.ts';
import {type ItemMembers, requireText, requireVersion} from './write-body.ts';

/**
 * Create a content property: 200 with it.
 *
 * @throws SandboxError 400 without a key or a value, 409 when the item has one with that key
 */
export function createProperty(kind: ContentKind, idName: string): Handler<World> {
  return (request, world) => {
    const {content} = world;
    const item = readEditable(request, world, kind, idName);
    const json = readBody<ItemMembers>(request);
    const key = requireText(json, 'key');
    const properties = content.properties.of(item);
    if (properties.some(property => property.key === key)) {
      throw conflict(`A content property with key ${key} exists already`);
    }
    const property: ContentProperty = {
      id: String(takeId(content)),
      key,
      value: readValue(json),
      version: makeVersion(request, 1),
    };
    content.properties.set(item, [...properties, property]);
    return {status: 200, json: presentProperty(property)};
  };
}

/**
 * Update a content property: 200 with its new version.
 *
 * @throws SandboxError 400 without key, value and version, or with the key of another property; 409 when
 *   the version number is not the next one
 */
export function updateProperty(kind: ContentKind, idName: string): Handler<World> {
  return (request, world) => {
    const {content} = world;
    const item = readEditable(request, world, kind, idName);
    const old = readProperty(request, content, item);
    const json = readBody<ItemMembers>(request);
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
      version: makeVersion(request, number, message),
    };
    const properties = content.properties.of(item);
    content.properties.set(
      item,
      properties.map(one => (one.id === old.id ? property : one)),
    );
    return {status: 200, json: presentProperty(property)};
  };
}

/** Delete a content property for good: 204. */
export function deleteProperty(kind: ContentKind, idName: string): Handler<World> {
  return (request, world) => {
    const {content} = world;
    const item = readEditable(request, world, kind, idName);
    const {id} = readProperty(request, content, item);
    const rest = content.properties.of(item).filter(property => property.id !== id);
    content.properties.set(item, rest);
    return {status: 204};
  };
}

function readEditable(
  request: SandboxRequest,
  world: World,
  kind: ContentKind,
  idName: string,
): ContentItem {
  const item = readItem(request, world, kind, idName);
  checkEditable(request, world, item);
  return item;
}

function readValue(json: Given<ItemMembers>): unknown {
  if (json.value === undefined) throw invalidParameter("'value' is required");
  return json.value;
}
