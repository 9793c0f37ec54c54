import {isArray, isObject, type JsonValue, readPointer} from '../../base/json-value.ts';

type Params = Readonly<Record<string, string>>;

/** The contexts of the UI modification that the parameter `modification` names. */
export function contextRows(answer: JsonValue, {modification}: Params): readonly JsonValue[] {
  const found = listAt(answer, '/values').find(item => readPointer(item, '/id') === modification);
  return listAt(found, '/contexts');
}

/** The project of a UI context by its key and name, and the name of its issue type (parameter `issueType`). */
export function contextPlace(answer: JsonValue, {issueType}: Params): readonly JsonValue[] {
  return [
    {
      key: readPointer(answer, '/key') ?? null,
      name: readPointer(answer, '/name') ?? null,
      issueType: issueTypeName(answer, issueType ?? ''),
    },
  ];
}

/**
 * Where a project uses a status: the project by its key and name, and its issue types by name.
 *
 * @param project the project's answer, with the issue type usages as `usages`
 */
export function issueTypeUsages(project: JsonValue): readonly JsonValue[] {
  const usages = readPointer(project, '/usages') ?? null;
  // A text says why they are not known.
  const issueTypes = isObject(usages)
    ? listAt(usages, '/issueTypes/values').map(usage =>
        issueTypeName(project, String(readPointer(usage, '/id') ?? '')),
      )
    : ['not known'];
  return [
    {
      key: readPointer(project, '/key') ?? null,
      name: readPointer(project, '/name') ?? null,
      issueTypes,
    },
  ];
}

/** The name of an issue type of a project; its id where the project does not name it. */
function issueTypeName(project: JsonValue, id: string): string {
  const found = listAt(project, '/issueTypes').find(type => readPointer(type, '/id') === id);
  return String(readPointer(found, '/name') ?? id);
}

function listAt(value: JsonValue | undefined, pointer: string): readonly JsonValue[] {
  const found = readPointer(value, pointer);
  return isArray(found) ? found : [];
}
