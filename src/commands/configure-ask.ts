import {authorizationHeader} from '../api/credentials.ts';
import type {Problem} from '../api/request-plan.ts';
import {toFailure} from '../base/failure.ts';
import type {ProfileChange} from '../host/config-write.ts';
import type {Host} from '../host/host.ts';
import type {StoredProfile} from '../host/profile.ts';
import {refuseProblems} from './builtin-line.ts';
import {
  completeUrl,
  hasChange,
  type MissingValue,
  missingValues,
  problemsOfUrl,
} from './configure-change.ts';
import type {CommandContext} from './context.ts';
import {reportRemark} from './report.ts';

/**
 * What is to be saved, complete: what the flags say, and on a terminal the answers to what they do
 * not. With no value given at all it asks for each, showing what is stored.
 *
 * @param problems what else is wrong with the line
 * @param given what the flags say
 * @throws Failure 'validation_error' with everything that is missing or wrong, 'interrupted'
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
  const mayAsk = host.stdin.isTTY && host.stderr.isTTY;
  if (!mayAsk) refuseProblems([...wrong, ...problemsOfMissing(missing, given)]);
  refuseProblems(wrong);
  const change = mayAsk
    ? await askFor(hasChange(given) ? missing : 'all', stored, given, {service, host})
    : given;
  const authType = change.authType ?? stored.authType ?? 'basic';
  refuseProblems(problemsOfSecrets(stored, {...change, authType}));
  // A new profile says what holds without it; an old one that does not is left as it is.
  return stored.baseUrl === undefined ? {...change, authType} : change;
}

function problemsOfMissing(
  missing: readonly MissingValue[],
  given: ProfileChange,
): readonly Problem[] {
  if (missing.length > 0) return missing.map(input => ({input, message: `--${input} is missing`}));
  return hasChange(given) ? [] : [{input: 'base-url', message: 'no value to save was given'}];
}

/** A token or user name that could never be sent must not be saved. */
function problemsOfSecrets(
  stored: StoredProfile,
  {authType, username = stored.username ?? 'x', token}: ProfileChange,
): readonly Problem[] {
  try {
    // One that lies elsewhere is seen when it is used.
    const text = typeof token === 'string' ? token : 'x';
    if (authType === 'bearer') authorizationHeader({type: 'bearer', token: text});
    if (authType === 'basic') authorizationHeader({type: 'basic', user: username, token: text});
    return [];
  } catch (error) {
    const {message} = toFailure(error);
    return [{input: message.includes('user name') ? 'username' : 'token', message}];
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
    const url = await askUntil(host, 'Base URL', stored.baseUrl, answer => {
      const [problem] = problemsOfUrl(answer);
      return problem?.message;
    });
    if (url !== undefined) change = {...change, baseUrl: completeUrl(url, service)};
  }
  if (values === 'all') {
    const kind = await askUntil(
      host,
      'Credentials (basic or bearer)',
      stored.authType ?? 'basic',
      answer => (answer === 'basic' || answer === 'bearer' ? undefined : 'It is basic or bearer.'),
    );
    if (kind !== undefined) change = {...change, authType: kind};
  }
  const authType = change.authType ?? stored.authType ?? 'basic';
  if (isAsked('username') && authType === 'basic') {
    const username = await askUntil(host, 'User name', stored.username);
    if (username !== undefined) change = {...change, username};
  }
  const isTokenMissing = missingValues(stored, change).includes('token');
  if ((isAsked('token') || isTokenMissing) && authType !== 'oauth2') {
    const token = await askToken(host, !isTokenMissing);
    if (token !== undefined) change = {...change, token};
  }
  return change;
}

/** Ask until the answer will do; an empty one keeps what is stored and gives undefined. */
async function askUntil(
  host: Host,
  label: string,
  stored: string | undefined,
  problemOf: (answer: string) => string | undefined = () => undefined,
): Promise<string | undefined> {
  for (;;) {
    const offer = stored === undefined ? '' : ` [${stored}]`;
    const answer = (await host.ask(`${label}${offer}: `)).trim();
    if (answer === '' && stored !== undefined) return undefined;
    const problem = answer === '' ? 'It is needed.' : problemOf(answer);
    if (problem === undefined) return answer;
    reportRemark('note', problem, host.stderr);
  }
}

async function askToken(host: Host, mayKeep: boolean): Promise<string | undefined> {
  for (;;) {
    const label = mayKeep ? 'Token (empty keeps the stored one): ' : 'Token: ';
    const token = (await host.ask(label, {hidden: true})).trim();
    if (token !== '') return token;
    if (mayKeep) return undefined;
    reportRemark('note', 'It is needed.', host.stderr);
  }
}
