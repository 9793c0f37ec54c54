import {text} from '../../state/model/column.ts';
import type {Fill} from '../../state/model/resource.ts';
import type {Shape} from '../content/content-shapes.ts';

/** Rows of which the service gives the account id alone. */
export const accountShape: Shape = {
  noun: 'account',
  identity: ['/accountId'],
  name: ['/account/displayName', '/accountId'],
  columns: [
    text('NAME', '/account/displayName', {fixed: 28, max: 40, worth: 0, tone: 'title'}),
    text('ACCOUNT ID', '/accountId', {
      id: 'id',
      min: 20,
      max: 60,
      grows: true,
      worth: 0,
      tone: 'dim',
    }),
  ],
};

/** Reads the name of such a row from the tracker. */
export const accountFill: Fill = {
  pointer: '/account',
  read: '',
  call: {service: 'tracker', operation: 'user get', inputs: {accountId: '{filled}'}},
  params: {filled: ['/accountId']},
};
