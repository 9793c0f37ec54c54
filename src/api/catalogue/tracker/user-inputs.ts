import {inQuery} from '../inputs.ts';

/** The error for key and username (services T9.4). */
export const noLonger = 'no longer available; use accountId';

/** Maximum length of an account id. */
export const accountIdLength = 128;

/** Help text of account ids. */
export const accountIdHelp = 'account id of the user';

/** A user, by account id. */
export const accountId = inQuery('accountId', 'string', {
  maxLength: accountIdLength,
  names: 'user',
  help: accountIdHelp,
});
