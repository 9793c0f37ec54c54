import {describe, expect, it} from 'vitest';
import {operationId} from '../../src/api/operation.ts';
import {openOperations} from '../../src/sandbox/admission.ts';
import {contentHandlers} from '../../src/sandbox/content/handlers.ts';
import {trackerHandlers} from '../../src/sandbox/tracker/handlers.ts';
import {operations} from '../support/operations.ts';

const handlers = {...trackerHandlers, ...contentHandlers};
const unhandled = operations.filter(operation => handlers[operationId(operation)] === undefined);

describe('the ledger of the sandbox', () => {
  it('every operation of both services has a handler', () => {
    expect(unhandled.map(operationId)).toEqual([]);
  });

  it('every handler is of an operation in the catalogue', () => {
    const ids = new Set(operations.map(operationId));
    expect(Object.keys(handlers).filter(id => !ids.has(id))).toEqual([]);
  });

  it('the sandbox lets in nameless callers exactly where the documents’ marks say so', () => {
    const marked = operations.filter(({anonymous, extra}) => anonymous && !extra).map(operationId);
    const extras = new Set(operations.filter(({extra}) => extra).map(operationId));
    expect([...openOperations].filter(id => !extras.has(id)).sort()).toEqual([...marked].sort());
  });
});
