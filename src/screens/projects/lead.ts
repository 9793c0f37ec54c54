import {type JsonValue, readPointer} from '../../base/json-value.ts';
import {type ColumnKind, plainValue} from '../../output/column-kind.ts';

/** What stands behind the name of somebody whose account is no longer active. */
const left = ' (left)';

/** Who leads something, and whether that person is still there: a project may outlive an account. */
export const leadKind: ColumnKind = {
  read(item: JsonValue) {
    const name = plainValue(readPointer(item, '/lead/displayName'));
    if (name === '') return undefined;
    return readPointer(item, '/lead/active') === false ? name + left : name;
  },
  text: plainValue,
  tone: value => (plainValue(value).endsWith(left) ? 'bad' : undefined),
};
