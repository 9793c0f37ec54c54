import {permissionOf} from '../../api/catalogue/outcomes.ts';
import type {ResolvedCall} from '../../api/request-plan.ts';
import {refOfCall} from '../../api/resolve-call.ts';
import {pointerOf} from '../../base/json-pointer.ts';
import {isObject, parseJsonValue} from '../../base/json-value.ts';
import {columnsOfMembers, membersOfItems, valueColumn} from '../../output/guess-columns.ts';
import type {Resource} from '../model/resource.ts';

const columnsAtMost = 8;

/** Whether the response of a call is shown as a table: a read whose record locates the list. */
export function isListResponse({operation, given}: ResolvedCall): boolean {
  return operation.effect === 'read' && operation.items !== undefined && given.body === undefined;
}

/** The list screen of an operation's response; its columns are derived from the first page. */
export function responseList(call: ResolvedCall): Resource {
  const {operation} = call;
  const {service, group, name, summary} = operation;
  const permission = permissionOf(operation);
  return {
    id: `answer:${service}/${group}/${name}`,
    title: 'Response',
    noun: 'item',
    service,
    aliases: [],
    needs: [],
    sources: [refOfCall(call)],
    guessed: true,
    columns: [],
    identity: [''],
    name: [''],
    empty: `The response contains no items.${permission === undefined ? '' : ` Permission: ${permission}`}`,
    about: summary,
    ...(isWindow(operation) && {caveat: onlyFirstUsers}),
  };
}

/** Whether the service pages over all users and then filters each page. */
function isWindow({paging}: ResolvedCall['operation']): boolean {
  return paging?.kind === 'window' && typeof paging.end === 'number';
}

/** The server filters such a page after reading it, so it may be short or empty (services W5.2). */
const onlyFirstUsers =
  'the server searched only its first 1000 users; :users lists all of them, / filters there';

/** Derive columns, identity and name from the items of the first page. */
export function guessColumns(resource: Resource, items: readonly string[]): Resource {
  const values = items.slice(0, 50).map(parseJsonValue);
  const [first] = values;
  if (first === undefined) return resource;
  if (!isObject(first)) {
    return {...resource, columns: [valueColumn], identity: [''], name: ['']};
  }
  const members = membersOfItems(values);
  const columns = columnsOfMembers(members, columnsAtMost);
  const isUnique = (name: string): boolean => {
    const texts = values.map(value => (isObject(value) ? JSON.stringify(value[name]) : ''));
    return texts.every(text => text !== undefined) && new Set(texts).size === texts.length;
  };
  const names = columns.map(({id}) => id);
  const identity = ['id', 'key', 'accountId', ...names].find(isUnique);
  const name = ['name', 'title', 'displayName', 'key', 'id'].find(n => members.has(n));
  return {
    ...resource,
    columns,
    identity: identity === undefined ? [''] : [pointerOf([identity])],
    name: name === undefined ? [''] : [pointerOf([name])],
  };
}
