import type {Host} from '../host/host.ts';
import type {BuiltinLine} from './builtin-line.ts';
import {compileWith} from './compile-filter.ts';
import {emitJson} from './emit.ts';

/**
 * Write JSON that was made here, with --jq, --pretty and --raw-output.
 *
 * @throws Failure 'validation_error' for problems of the line, 'jq_error'
 */
export async function emitLocal(
  json: string,
  {globals, problems}: Pick<BuiltinLine, 'globals' | 'problems'>,
  host: Host,
): Promise<void> {
  const filter = await compileWith(globals, problems, host);
  await emitJson(json, {...globals, ...(filter && {filter})}, host);
}
