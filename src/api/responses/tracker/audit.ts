import {
  integer,
  integers,
  listOf,
  objectOf,
  type ResponseShapes,
  recordOf,
  text,
  texts,
  time,
} from '../shapes.ts';

const item = objectOf({id: text, name: text, parentId: text, parentName: text, typeName: text});

const record = recordOf({
  ...texts('authorKey category description eventSource remoteAddress summary'),
  associatedItems: listOf(item),
  changedValues: listOf(objectOf({changedFrom: text, changedTo: text, fieldName: text})),
  created: time,
  id: integer,
  objectItem: item,
});

/** Responses of the audit log. */
export const auditResponses: ResponseShapes = {
  'auditing get-audit-records': recordOf({
    ...integers('limit offset total'),
    records: listOf(record),
  }),
};
