import {authorizationHeader, type HeaderCredentials} from '../api/credentials.ts';
import type {Problem} from '../api/request-plan.ts';
import {defined} from '../base/defined.ts';
import {toFailure} from '../base/failure.ts';
import type {ProfileChange} from '../host/config-write.ts';
import type {StoredProfile} from '../host/profile.ts';
import {askUntil, questionWithDefault} from './ask-values.ts';
import {refuseProblems} from './builtin-line.ts';
import {
  completeUrl,
  hasChange,
  type MissingValue,
  missingValues,
  problemsOfUrl,
} from './configure-change.ts';
import type {CommandContext} from './context.ts';

/**
 * Complete the profile to save: from flags, and on a terminal from answers for the rest. Without
 * any value, ask for each and show what is stored.
 *
 * @param problems other problems of the line
 * @param given values from flags
 * @throws Failure 'validation_error' with everything that is missing or invalid, 'interrupted'
 */
export async function askMissing(
  problems: readonly Problem[],
  given: ProfileChange,
  stored: StoredProfile,
  {service, host}: CommandContext,
): Promise<ProfileChange> {
  const {baseUrl} = given;
  const wrong = [...problems, ...(baseUrl === undefined ? [] : problemsOfUrl(baseUrl))];
  const missing = missingValues(stored, given);
  const mayAsk = host.stdin.isTTY && host.reporter.isTTY;
  const absent = problemsOfMissing(missing, given);
  // An invalid value is not reported as missing too.
  const lacking = absent.filter(({input}) => wrong.every(one => one.input !== input));
  if (!mayAsk) refuseProblems([...wrong, ...lacking]);
  refuseProblems(wrong);
  const change = mayAsk
    ? await askFor(hasChange(given) ? missing : 'all', stored, given, {service, host})
    : given;
  const authType = change.authType ?? stored.authType ?? 'basic';
  refuseProblems(problemsOfSecrets(stored, {...change, authType}));
  // A new profile stores the default explicitly; an existing one without it stays unchanged.
  return stored.baseUrl === undefined ? {...change, authType} : change;
}

function problemsOfMissing(
  missing: readonly MissingValue[],
  given: ProfileChange,
): readonly Problem[] {
  if (missing.length > 0) return missing.map(input => ({input, message: `--${input} is missing`}));
  return hasChange(given)
    ? []
    : [{input: 'base-url', message: 'no value to save: give at least one flag'}];
}

/** A token or user name with invalid characters must not be saved. */
function problemsOfSecrets(
  stored: StoredProfile,
  {authType, username = stored.username ?? 'x', token}: ProfileChange,
): readonly Problem[] {
  // A secret stored elsewhere is checked when it is used.
  const text = typeof token === 'string' ? token : 'x';
  if (authType === 'bearer') return problemOf('token', {type: 'bearer', token: text});
  if (authType !== 'basic') return [];
  return [
    ...problemOf('username', {type: 'basic', user: username, token: 'x'}),
    ...problemOf('token', {type: 'basic', user: 'x', token: text}),
  ];
}

function problemOf(input: string, credentials: HeaderCredentials): readonly Problem[] {
  try {
    authorizationHeader(credentials);
    return [];
  } catch (error) {
    return [{input, message: toFailure(error).message}];
  }
}

async function askFor(
  values: readonly MissingValue[] | 'all',
  stored: StoredProfile,
  given: ProfileChange,
  {service, host}: Pick<CommandContext, 'service' | 'host'>,
): Promise<ProfileChange> {
  const isAsked = (value: MissingValue): boolean => values === 'all' || values.includes(value);
  let change = given;
  if (isAsked('base-url')) {
    const question = {
      ...questionWithDefault('Base URL', stored.baseUrl),
      problemOf: (answer: string) => problemsOfUrl(answer)[0]?.message,
    };
    const url = await askUntil(question, host);
    if (url !== undefined) change = {...change, baseUrl: completeUrl(url, service)};
  }
  if (values === 'all') {
    const question = {
      ...questionWithDefault('Credentials (basic, bearer or app)', stored.authType ?? 'basic'),
      problemOf: (answer: string) =>
        ['basic', 'bearer', 'app'].includes(answer) ? undefined : 'Enter basic, bearer or app.',
    };
    change = {...change, ...defined({authType: await askUntil(question, host)})};
  }
  const authType = change.authType ?? stored.authType ?? 'basic';
  if (isAsked('username') && authType === 'basic') {
    const username = await askUntil(questionWithDefault('User name', stored.username), host);
    change = {...change, ...defined({username})};
  }
  if (authType === 'app' && isAsked('app-key')) {
    const appKey = await askUntil(questionWithDefault('Key of the app', stored.app.key), host);
    change = {...change, ...defined({appKey})};
  }
  if (authType === 'oauth2') return change;
  const [flag, name] =
    authType === 'app'
      ? (['shared-secret', 'Shared secret'] as const)
      : (['token', 'Token'] as const);
  const mayKeep = !missingValues(stored, change).includes(flag);
  if (!isAsked(flag) && mayKeep) return change;
  const label = mayKeep ? `${name} (leave empty to keep the stored value)` : name;
  const secret = await askUntil({label, mayKeep, hidden: true}, host);
  return {...change, ...defined({[flag === 'token' ? 'token' : 'sharedSecret']: secret})};
}
