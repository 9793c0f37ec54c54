import {integer, listOf, objectOf, type ResponseShapes, text, time} from '../shapes.ts';

const item = objectOf({id: text, name: text, parentId: text, parentName: text, typeName: text});

const record = objectOf({
  associatedItems: listOf(item),
  authorKey: text,
  category: text,
  changedValues: listOf(objectOf({changedFrom: text, changedTo: text, fieldName: text})),
  created: time,
  description: text,
  eventSource: text,
  id: integer,
  objectItem: item,
  remoteAddress: text,
  summary: text,
});

/** Responses of the audit log. */
export const auditResponses: ResponseShapes = {
  'auditing get-audit-records': objectOf({
    limit: integer,
    offset: integer,
    records: listOf(record),
    total: integer,
  }),
};
