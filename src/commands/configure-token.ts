import type {Problem} from '../api/request-plan.ts';
import type {Host} from '../host/host.ts';
import type {StoredSecret} from '../host/profile.ts';
import {readBody} from './body-source.ts';
import {type BuiltinLine, refuseProblems} from './builtin-line.ts';

/**
 * The token that `configure` is to save: the text of --token, `@file`, `-` for standard input, or the
 * environment variable --token-env names, whose value is not saved (contract 8.9).
 *
 * @throws Failure 'validation_error' together with what else is wrong with the line
 */
export async function readToken(
  {own, globals, problems}: BuiltinLine,
  host: Host,
): Promise<StoredSecret | undefined> {
  const {token: typed, 'token-env': env} = own;
  const refuse = (input: string, why: string): never => {
    const problem: Problem = {input, message: `--${input} ${why}`};
    refuseProblems([...problems, problem]);
    throw new Error('unreachable');
  };
  if (env !== undefined) {
    if (typed !== undefined) refuse('token-env', 'and --token cannot be combined');
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(String(env))) return {env: String(env)};
    return refuse('token-env', 'takes the name of an environment variable');
  }
  if (typed === undefined) return globals['auth-token'];
  const text = String(typed);
  if (text !== '-' && !text.startsWith('@')) return text;
  if (text === '-' && host.stdin.isTTY) {
    refuse('token', 'reads standard input, which is a terminal: leave it out to be asked');
  }
  const {body, problems: unread} = await readBody([text], 'text', host);
  const [problem] = unread;
  if (problem !== undefined) refuse('token', problem.message.replace(/^--body /, ''));
  const token = String(body ?? '').trim();
  return token === '' ? refuse('token', 'was given an empty one') : token;
}
