import {expect, test} from 'vitest';
import {type JsonObject, readPointer} from '../../../src/base/json-value.ts';
import {findingRows} from '../../../src/screens/schemes/grant-findings.ts';

/** Findings of a scheme in which administrators edit all comments, and others may add some. */
function findings(...adders: readonly JsonObject[]) {
  const role = {type: 'projectRole', value: '10002', projectRole: {name: 'Administrators'}};
  const permissions = [
    {id: 1, permission: 'EDIT_ALL_COMMENTS', holder: role},
    ...adders.map((holder, i) => ({id: i + 2, permission: 'ADD_COMMENTS', holder})),
  ];
  return findingRows({permissions}).map(row => readPointer(row, '/finding'));
}

test('who edits all comments lacks nothing where they, or all who are signed in, may add some', () => {
  const lacks = ['can edit all, lacks “Add comments”'];
  expect(findings()).toEqual(lacks);
  const others = {type: 'projectRole', value: '10003', projectRole: {name: 'Developers'}};
  expect(findings(others)).toEqual(lacks);
  expect(findings({type: 'applicationRole', value: 'jira-software'})).toEqual(lacks);
  expect(findings({type: 'projectRole', value: '10002', projectRole: {}})).toEqual([]);
  expect(findings({type: 'applicationRole'})).toEqual([]);
});
