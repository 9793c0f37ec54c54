import {describe, expect, test} from 'vitest';
import {canUndo} from '../../../src/api/journal/can-undo.ts';
import type {Operation} from '../../../src/api/operation.ts';
import {undoCalls} from '../../../src/api/undo.ts';
import {screens} from '../../../src/screens/features.ts';
import {initialState} from '../../../src/state/app/store.ts';
import {makePlan, planOfCall} from '../../../src/state/write/make-plan.ts';
import {assessRisk, undoOf} from '../../../src/state/write/risk.ts';
import {operations} from '../../support/operations.ts';
import {callOf} from '../../support/write-steps.ts';

const ordinary = {isProtected: false};
const fresh = initialState(80, 24, 0, '', screens);
const pathsOf = ({inputs}: Operation) =>
  Object.fromEntries(inputs.flatMap(({name, place}) => (place === 'path' ? [[name, ['1']]] : [])));
const ids = (count: number) =>
  JSON.stringify({webhookIds: Array.from({length: count}, (_, i) => i)});

describe('how risky a write is', () => {
  test('a read asks for nothing', () => {
    expect(assessRisk([callOf('tracker version get', {id: ['1']})], ordinary)).toEqual({
      risk: 0,
      reasons: [],
    });
  });

  test('an update or something new asks for enter in the preview', () => {
    expect(
      assessRisk([callOf('tracker version update', {id: ['1']}, '{"name":"x"}')], ordinary).risk,
    ).toBe(1);
    expect(assessRisk([callOf('tracker webhook refresh', {}, ids(10))], ordinary).risk).toBe(1);
  });

  test('more than ten objects at once ask for a dialog, in one request or in many', () => {
    expect(assessRisk([callOf('tracker webhook refresh', {}, ids(11))], ordinary)).toEqual({
      risk: 2,
      reasons: ['11 objects at once'],
    });
    const many = Array.from({length: 11}, (_, i) =>
      callOf('tracker version update', {id: [String(i)]}, '{"name":"x"}'),
    );
    expect(assessRisk(many, ordinary).risk).toBe(2);
    expect(assessRisk(many.slice(1), ordinary).risk).toBe(1);
  });

  test('what cannot be undone asks for the name', () => {
    const {risk, reasons} = assessRisk(
      [callOf('tracker webhook delete-by-id', {}, ids(1))],
      ordinary,
    );
    expect(risk).toBe(3);
    expect(reasons).toEqual(['cannot be undone', 'deletes']);
  });

  test('a grant to everybody asks for a dialog', () => {
    const grant = (type: string) =>
      callOf(
        'tracker permissionscheme create-permission-grant',
        {schemeId: ['1']},
        JSON.stringify({permission: 'BROWSE_PROJECTS', holder: {type}}),
      );
    expect(assessRisk([grant('anyone')], ordinary)).toEqual({
      risk: 2,
      reasons: ['grants to anyone'],
    });
    expect(assessRisk([grant('applicationRole')], ordinary).risk).toBe(1);
  });

  test('what a form or flags say of a body counts as the body itself', () => {
    const grant = callOf('tracker permissionscheme create-permission-grant', {
      schemeId: ['1'],
      permission: ['BROWSE_PROJECTS'],
      'body.holder.type': ['anyone'],
    });
    expect(assessRisk([grant], ordinary)).toEqual({risk: 2, reasons: ['grants to anyone']});
    const statuses = Array.from({length: 11}, (_, i) => [`body.statuses.${i}.id`, [String(i)]]);
    const update = callOf('tracker statuses update', Object.fromEntries(statuses));
    expect(assessRisk([update], ordinary).reasons).toEqual(['11 objects at once']);
    const ids = Array.from({length: 11}, (_, i) => i).join();
    expect(
      assessRisk([callOf('tracker statuses delete-by-id', {id: [ids]})], ordinary).reasons,
    ).toContain('11 objects at once');
  });

  describe.each(
    operations.flatMap(operation =>
      (operation.permanentWhen ?? []).map(({input, value}) => ({
        command: `${operation.group} ${operation.name} --${input}=${value}`,
        permanent: callOf(`${operation.service} ${operation.group} ${operation.name}`, {
          ...pathsOf(operation),
          [input]: [value],
        }),
        other: callOf(`${operation.service} ${operation.group} ${operation.name}`, {
          ...pathsOf(operation),
          [input]: [String(value !== 'true')],
        }),
      })),
    ),
  )('$command', ({permanent, other}) => {
    test('is a permanent deletion in its title, risk and reasons, and cannot be undone', () => {
      const plan = planOfCall(permanent, fresh);
      expect(plan).toMatchObject({risk: 3, reasons: ['cannot be undone', 'deletes'], undoable: 0});
      expect(plan.title).toMatch(/^Permanently delete /);
      expect(plan.undo).toMatch(/^Cannot be undone/);
      expect(undoCalls({call: permanent, before: {}, answer: {}})).toBeUndefined();
    });

    test('with the other value moves to the trash', () => {
      const plan = planOfCall(other, fresh);
      expect(plan).toMatchObject({risk: 2, reasons: ['moves to the trash']});
      expect(plan.title).not.toMatch(/^Permanently/);
      expect(plan.undo ?? '').not.toMatch(/Cannot be undone/);
    });

    test('counts by itself among calls of the same operation that can be undone', () => {
      const requests = [other, permanent].map(call => ({label: '', call}));
      const plan = makePlan({title: '', object: '2', notes: [], requests}, fresh);
      expect(plan.undoable).toBe(canUndo(other) ? 1 : 0);
      expect(plan.undo).toMatch(/^Cannot be undone/);
    });
  });

  test('no preview of the catalogue shows how the API responds', () => {
    const writes = operations.filter(({effect}) => effect !== 'read');
    const shown = writes.flatMap(operation => {
      const call = {operation, given: {inputs: pathsOf(operation)}};
      const {notes, undo = ''} = planOfCall(call, fresh);
      const lines = [...notes, undo];
      const isOfApi = (text: string) =>
        operation.apiNotes?.includes(text) || /^(?:Answers|Responds|Returns)\b/.test(text);
      return lines.filter(isOfApi).map(text => `${operation.group} ${operation.name}: ${text}`);
    });
    expect(shown).toEqual([]);
  });

  test('every deletion of the catalogue asks at least for a dialog, and so does what replaces all', () => {
    const risky = operations.filter(
      o => o.method === 'DELETE' || ['delete', 'trash', 'replaceAll'].includes(o.effect),
    );
    expect(risky.length).toBeGreaterThan(20);
    for (const operation of risky) {
      const {replaces} = operation;
      const inputs = replaces === undefined ? {} : {[replaces]: ['[]']};
      expect(assessRisk([{operation, given: {inputs}}], ordinary).risk).toBeGreaterThanOrEqual(2);
    }
  });

  test('what replaces all by one of its members asks only where that is given', () => {
    const update = 'tracker permissionscheme update-permission-scheme';
    const rename = callOf(update, {schemeId: ['1'], name: ['x']});
    const grants = callOf(update, {schemeId: ['1']}, '{"permissions":[]}');
    expect(assessRisk([rename], ordinary).risk).toBe(1);
    expect(assessRisk([grants], ordinary).risk).toBe(2);
  });

  test('a protected profile asks for one more, a setting may only raise', () => {
    const refresh = callOf('tracker webhook refresh', {}, ids(2));
    const remove = callOf('tracker webhook delete-by-id', {}, ids(2));
    expect(assessRisk([refresh], {isProtected: true})).toEqual({
      risk: 2,
      reasons: ['protected profile'],
    });
    expect(assessRisk([remove], {isProtected: true}).risk).toBe(3);
    expect(assessRisk([refresh], {isProtected: false, atLeast: 3}).risk).toBe(3);
    expect(assessRisk([remove], {isProtected: false, atLeast: 1}).risk).toBe(3);
  });

  test('whether it can be undone is said only where the record knows', () => {
    expect(undoOf([callOf('tracker webhook delete-by-id', {}, ids(1))])).toMatch(
      /Cannot be undone/,
    );
    expect(undoOf([callOf('tracker webhook refresh', {}, ids(1))])).toBeUndefined();
  });
});
