import {readFileSync} from 'node:fs';
import type {Method, Operation, Service} from '../../src/api/operation.ts';
import {operations} from '../support/operations.ts';

/** One row of a table of the API documents, as written there (tools/transcribe.mjs). */
export interface DocumentedOperation {
  readonly service: Service;
  readonly section: string;
  readonly group: string;
  readonly name: string;
  /** Absent where the documents show none. */
  readonly method?: Method;
  readonly path?: string;
  readonly inputs: readonly DocumentedInput[];
  readonly anonymous: boolean;
  readonly deprecated: boolean;
  /** The last column. */
  readonly rules: string;
  /** Title and text of the section. */
  readonly about: string;
}

export interface DocumentedInput {
  readonly name: string;
  readonly required: boolean;
  /** What stands in parentheses. */
  readonly words: string;
}

export interface DocumentedLimit {
  readonly service: Service;
  readonly limit: string;
  readonly appliesTo: string;
  readonly value: string;
}

/** What is known of an input of the public service. */
export interface InputFacts {
  readonly name: string;
  readonly in: 'path' | 'query' | 'body' | 'header';
  readonly required: boolean;
  readonly type: 'string' | 'integer' | 'boolean' | 'array' | 'object' | 'binary';
  readonly items?: 'string' | 'integer' | 'object';
  readonly format?: string;
  readonly arrayStyle?: 'repeat' | 'comma';
  readonly enum?: readonly string[];
  readonly enumUpstream?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly default?: string | number | boolean | readonly string[];
  readonly defaultSource?: string;
  readonly seed?: boolean;
  readonly requiredUpstream?: boolean;
  readonly unavailable?: boolean;
  readonly bodyField?: string;
  readonly implies?: Readonly<Record<string, string>>;
  readonly wireName?: string;
}

export type RuleFacts =
  | {readonly exactlyOne: readonly string[]}
  | {readonly atLeastOne: readonly string[]; readonly soft?: boolean}
  | {readonly notTogether: readonly string[]}
  | {readonly input: string; readonly needs: readonly string[]}
  | {readonly input: string; readonly needsOne: readonly string[]};

/** What is known of an operation of the public service. */
export interface OperationFacts {
  readonly service: Service;
  readonly section: string;
  readonly group: string;
  readonly name: string;
  readonly method: Method;
  /** From the site's root. */
  readonly path: string;
  readonly inputs: readonly InputFacts[];
  readonly rules: readonly RuleFacts[];
  readonly anonymous: boolean;
  readonly deprecated: boolean;
  readonly experimental: boolean;
  readonly paginated: 'none' | 'offset' | 'token' | 'after' | 'cursor';
  readonly page?: {
    readonly sizeParam: string;
    readonly sizeDefault?: number;
    readonly sizeMax?: number;
    readonly envelope?: 'object' | 'bare array';
    readonly nextPointer?: string;
  };
  /** Pointer of the list in the answer; '/' is the answer itself. */
  readonly returns: string | null;
  readonly returnsKind: 'object' | 'empty' | 'list' | 'map' | 'string' | 'unknown';
  readonly success?: readonly number[];
  readonly autoBody?: Readonly<Record<string, string>>;
}

/** What is known of a related operation. */
export interface RelatedFacts {
  readonly service: Service;
  readonly group: string;
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly inputs: readonly InputFacts[];
  readonly body?: {readonly required: boolean};
  readonly experimental: boolean;
  readonly success: readonly number[];
  /** The answer has a body. */
  readonly answers: boolean;
}

function readFixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')) as T;
}

/** The tables of the API documents. */
export const documents = readFixture<{
  readonly operations: readonly DocumentedOperation[];
  readonly limits: readonly DocumentedLimit[];
  /** Values of an input that section 2 lists: `group name input` → words. */
  readonly concepts: Readonly<Record<string, string>>;
}>('operations.documents.json');

/** The facts about the public services. */
export const facts = readFixture<{
  readonly operations: readonly OperationFacts[];
  readonly related: readonly RelatedFacts[];
}>('operations.facts.json');

/** The operations of the documents, without the extras. */
export const documented: readonly Operation[] = operations.filter(operation => !operation.extra);

/** How the tests name an operation: `version get`; group and name are unique in both services. */
export function title(operation: {readonly group: string; readonly name: string}): string {
  return `${operation.group} ${operation.name}`;
}

/** Pairs of a fixture's row and its record, in the order of the fixture. */
export function paired<Row extends {service: Service; group: string; name: string}>(
  rows: readonly Row[],
): (readonly [string, Row, Operation])[] {
  return rows.map(row => {
    const record = operations.find(
      o => o.service === row.service && o.group === row.group && o.name === row.name,
    );
    if (record === undefined) throw new Error(`no record of ${title(row)}`);
    return [title(row), row, record] as const;
  });
}
