import {isBlank} from '../api/clear-texts.ts';
import {acceptsFileReference, isFileReference} from '../api/given-values.ts';
import {findInput} from '../api/inputs-of.ts';
import type {Operation} from '../api/operation.ts';
import type {InputValues, Problem} from '../api/request-plan.ts';
import {isFailure} from '../base/failure.ts';
import {codeOf} from '../host/error-code.ts';
import type {Host} from '../host/host.ts';

/** A body, or why it could not be read. */
export interface ReadBody {
  /** Text, or bytes for an image. Absent if none was given or it could not be read. */
  readonly body?: string | Uint8Array;
  readonly problems: readonly Problem[];
}

/**
 * Read the body from --body: the text itself, `@file`, or `-` for standard input, which is read
 * only then (contract 2.5). An empty body is rejected (contract 15.1).
 *
 * @param texts values of --body
 * @param wants bytes for an image, else text
 * @param ifEmpty advice appended to the rejection of an empty body
 */
export async function readBody(
  texts: readonly string[],
  wants: 'text' | 'bytes',
  host: Host,
  ifEmpty = '',
): Promise<ReadBody> {
  const [source] = texts;
  if (source === undefined) return {problems: []};
  if (texts.length > 1) return refused('takes one value');
  if (isBlank(source)) return refused(`is empty${ifEmpty}`);
  return readSource('body', source, wants, host, ifEmpty);
}

/**
 * Read fields of type JSON from their sources, like a body.
 *
 * @param isTaken the body is read from standard input already
 */
export async function readFields(
  operation: Operation,
  inputs: InputValues['inputs'],
  isTaken: boolean,
  host: Host,
): Promise<{readonly inputs: InputValues['inputs']; readonly problems: readonly Problem[]}> {
  const read: Record<string, readonly string[]> = {};
  const problems: Problem[] = [];
  let stdinTaken = isTaken;
  for (const [name, texts] of Object.entries(inputs)) {
    read[name] = texts;
    if (!texts.some(isFileReference)) continue;
    const input = findInput(operation, name);
    if (input === undefined || !acceptsFileReference(input)) continue;
    const contents: string[] = [];
    for (const text of texts) {
      const isTwice = text === '-' && stdinTaken;
      stdinTaken ||= text === '-';
      const one = isTwice
        ? refused('cannot be read from standard input: another input already is', name)
        : await readSource(name, text, 'text', host);
      problems.push(...one.problems);
      if (typeof one.body === 'string') contents.push(one.body.replace(/^\ufeff/, ''));
    }
    read[name] = contents;
  }
  return {inputs: read, problems};
}

/**
 * Read the value of a flag: the value itself, `@file`, or `-` for standard input. An empty file or
 * pipe is rejected: its producer has probably failed.
 *
 * @param ifEmpty advice appended to that rejection
 */
export async function readSource(
  name: string,
  source: string,
  wants: 'text' | 'bytes',
  host: Host,
  ifEmpty = '',
): Promise<ReadBody> {
  if (!isFileReference(source)) return {body: source, problems: []};
  const read = source === '-' ? await readStdin(host) : await readFile(source.slice(1), host);
  if (typeof read === 'string') return refused(read, name);
  const result = wants === 'bytes' ? {body: read, problems: []} : decode(read, source, name);
  const {body} = result;
  const isEmpty = typeof body === 'string' ? isBlank(body) : body?.length === 0;
  return isEmpty ? refused(`is empty (${whereOf(source)})${ifEmpty}`, name) : result;
}

/** The content, or the problem. */
async function readFile(path: string, host: Host): Promise<Uint8Array | string> {
  if (path === '') return 'needs a file name after @';
  if (path === '-') return 'takes - for standard input, without @';
  try {
    return (await host.findFile(path, 'any')) ?? `file not found: ${path}`;
  } catch (error) {
    if (isFailure(error)) throw error;
    return `names an unreadable file: ${path} (${reasonOf(error)})`;
  }
}

async function readStdin(host: Host): Promise<Uint8Array | string> {
  try {
    return await host.stdin.read();
  } catch (error) {
    if (isFailure(error)) throw error;
    return `cannot be read from standard input (${reasonOf(error)})`;
  }
}

function decode(bytes: Uint8Array, source: string, name: string): ReadBody {
  try {
    return {body: new TextDecoder('utf-8', {fatal: true}).decode(bytes), problems: []};
  } catch {
    return refused(`is not UTF-8 text (${whereOf(source)})`, name);
  }
}

function whereOf(source: string): string {
  return source === '-' ? 'standard input' : source.slice(1);
}

function refused(why: string, name = 'body'): ReadBody {
  return {problems: [{input: name, message: `--${name} ${why}`}]};
}

function reasonOf(error: unknown): string {
  return String(codeOf(error) ?? (error instanceof Error ? error.message : error));
}
