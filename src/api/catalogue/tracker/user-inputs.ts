import {inQuery} from '../inputs.ts';

/** Why key and username are refused (services T9.4). */
export const noLonger = 'no longer available; use accountId';

/** Characters of an account id at most. */
export const accountIdLength = 128;

/** Help text of account ids. */
export const accountIdHelp = 'account id of the user';

/** One user by account id. */
export const accountId = inQuery('accountId', 'string', {
  maxLength: accountIdLength,
  names: 'user',
  help: accountIdHelp,
});
