import type {Named, Naming} from '../../api/field.ts';

/** A thing of each kind as examples name it; the sandbox has it, in every world of its own making. */
const things: Readonly<Partial<Record<Named, Readonly<Record<string, string>>>>> = {
  avatar: {id: '10400'},
  'blog post': {id: '1051136'},
  'classification level': {id: '4f2d8c1e-0000-4000-8000-000000000002'},
  'content property': {id: '1051176'},
  'custom content': {id: '1052672'},
  group: {id: '276f955c-63d7-42c8-9520-92d01dca0625', name: 'site-admins'},
  issue: {id: '10100', key: 'HPAY-1'},
  'issue type': {id: '10001'},
  label: {id: '524289', name: 'release-notes'},
  notification: {id: '10022'},
  'notification scheme': {id: '10001'},
  page: {id: '1048576'},
  permission: {key: 'EDIT_ISSUES'},
  'permission grant': {id: '10336'},
  'permission scheme': {id: '10003'},
  priority: {id: '3'},
  project: {id: '10000', key: 'HPAY', idOrKey: 'HPAY'},
  'project category': {id: '10000'},
  'project feature': {key: 'tracker.sprints'},
  'project property': {key: 'team.charter'},
  'project role': {id: '10002'},
  'related work': {id: 'e81509b8-a813-4036-9894-6cdf35b389e2'},
  resolution: {id: '10002'},
  space: {id: '65540', key: 'ENG'},
  status: {id: '10000'},
  'UI modification': {id: '19b002fe-3684-4827-8faa-63878d805789'},
  user: {id: '5f078b5c5d265d18afe2b0cc'},
  'user property': {key: 'team'},
  version: {id: '10004', address: '10004'},
  webhook: {id: '10000'},
  whiteboard: {id: '1049088'},
};

/** A value for something that names a thing; undefined where it names none. */
export function namedExample({names, by = 'id'}: Naming): string | undefined {
  return names === undefined ? undefined : things[names]?.[by];
}
