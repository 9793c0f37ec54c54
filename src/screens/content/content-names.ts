import {columnKinds} from '../../output/column-kind.ts';
import {contentCall, trackerCall} from '../../state/model/call.ts';
import type {Column} from '../../state/model/column.ts';
import type {Fill} from '../../state/model/resource.ts';

/** Reads the space that a row names by its id; rows of one space share the answer. */
export const spaceFill: Fill = {
  pointer: '/space',
  read: '/results/0',
  call: contentCall('spaces get', {ids: '{filled}'}),
  params: {filled: ['/spaceId']},
  shared: true,
};

/** The name of a space, its id until that is read. */
export const spaceColumn: Partial<Column> = {
  from: ['/space/name', '/spaceId'],
  kind: columnKinds.text,
  fixed: 20,
  min: 14,
  max: 24,
};

/** Reads the person that a row names by account id, at that pointer, into `into`. */
export const personFill = (into: string, id: string, only?: Fill['only']): Fill => ({
  pointer: into,
  read: '',
  call: trackerCall('user get', {accountId: '{filled}'}),
  params: {filled: [id]},
  shared: true,
  ...(only && {only}),
});

/** The name of a person, the account id where that cannot be read. */
export const personColumn = (into: string, id: string): Partial<Column> => ({
  from: [`${into}/displayName`, id],
  fixed: 18,
  max: 28,
});
