/** A flag as help, parsing and the docs need it. */
export interface FlagRow {
  /** Without dashes. */
  readonly name: string;
  /** One letter, without its dash. */
  readonly short?: string;
  /**
   * `duration`: 30s, 5m, 2m30s; `size`: 64MiB, 1G; `list`: may be repeated; `pair`: a name and a
   * value as two words, or name=value as one, and may be repeated.
   */
  readonly type: 'string' | 'boolean' | 'integer' | 'duration' | 'size' | 'list' | 'pair';
  /** What it does, a sentence fragment. */
  readonly help: string;
  /** What holds without it, as text. */
  readonly default?: string;
  /** An empty value means that the flag was not given, as the documents' table of flags says. */
  readonly emptyIsAbsent?: true;
  /** The only values it takes. */
  readonly values?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** Environment variable that stands for it, without its prefix `JR_` or `CF_`. */
  readonly env?: string;
  /** For completion: what its values are, where that is only known on the machine or by the command; `body`: a file after @. */
  readonly suggests?: 'profiles' | 'presets' | 'files' | 'body' | 'columns';
}

/**
 * The flags of every command: the 16 of contract 16, then those of contract 10.
 * One row here is all a new one needs.
 */
export const globalFlags = [
  {
    name: 'profile',
    short: 'p',
    type: 'string',
    emptyIsAbsent: true,
    env: 'PROFILE',
    help: 'profile of the configuration file to use',
    suggests: 'profiles',
  },
  {
    name: 'base-url',
    type: 'string',
    emptyIsAbsent: true,
    env: 'BASE_URL',
    help: 'address of the service',
  },
  {
    name: 'auth-type',
    type: 'string',
    emptyIsAbsent: true,
    env: 'AUTH_TYPE',
    values: ['basic', 'bearer', 'oauth2', 'app'],
    help: 'kind of credentials',
  },
  {
    name: 'auth-user',
    type: 'string',
    emptyIsAbsent: true,
    env: 'AUTH_USER',
    help: 'user name of basic credentials (the e-mail of the account)',
  },
  {
    name: 'auth-token',
    type: 'string',
    emptyIsAbsent: true,
    env: 'AUTH_TOKEN',
    help: 'API token or bearer token; better given in the environment or a profile',
  },
  {
    name: 'preset',
    type: 'string',
    emptyIsAbsent: true,
    help: 'named selection of the output: `preset list` has them',
    suggests: 'presets',
  },
  {
    name: 'jq',
    type: 'string',
    emptyIsAbsent: true,
    help: 'jq filter for the answer; @file reads it from a file',
    suggests: 'body',
  },
  {
    name: 'fields',
    type: 'string',
    emptyIsAbsent: true,
    help: 'comma-separated fields the server is asked for; GET only',
  },
  {
    name: 'cache',
    type: 'duration',
    default: '0',
    help: 'keep answers of GET for this long and answer from them without a call; 0 for not at all',
  },
  {
    name: 'pretty',
    type: 'boolean',
    default: 'false',
    help: 'indent the JSON, as is done on a terminal anyway unless --pretty=false',
  },
  {
    name: 'no-paginate',
    type: 'boolean',
    default: 'false',
    help: 'read the first page only instead of all',
  },
  {
    name: 'verbose',
    type: 'boolean',
    default: 'false',
    help: 'one JSON line on standard error per exchange, on a terminal with the rate limit where the service tells it, and notes on the inputs',
  },
  {
    name: 'dry-run',
    type: 'boolean',
    default: 'false',
    help: 'print the request instead of sending it',
  },
  {
    name: 'timeout',
    type: 'duration',
    default: '30s',
    help: 'longest wait for one answer; 0 for no limit',
  },
  {
    name: 'audit',
    type: 'boolean',
    default: 'false',
    help: 'write a line about the operation to the audit log',
  },
  {
    name: 'audit-file',
    type: 'string',
    emptyIsAbsent: true,
    help: 'path of the audit log, and --audit; without it audit.log in the configuration directory',
    suggests: 'files',
  },
  {
    name: 'concurrency',
    type: 'integer',
    default: '6',
    min: 1,
    max: 16,
    help: 'pages asked for at a time',
  },
  {
    name: 'retries',
    type: 'integer',
    default: '3',
    min: 0,
    max: 10,
    help: 'further tries of a GET that failed on the way, and of anything answered 429',
  },
  {
    name: 'partial',
    type: 'boolean',
    default: 'false',
    help: 'print the pages that were read when one fails',
  },
  {
    name: 'wait',
    type: 'boolean',
    default: 'false',
    help: 'follow an asynchronous task to its end',
  },
  {
    name: 'write',
    type: 'boolean',
    default: 'false',
    help: 'write through a profile that is protected',
  },
  {
    name: 'raw-output',
    short: 'r',
    type: 'boolean',
    default: 'false',
    help: 'print strings bare, without quotes',
  },
  {
    name: 'output',
    short: 'o',
    type: 'string',
    default: 'json',
    values: ['json', 'jsonl', 'table', 'csv', 'tsv', 'yaml'],
    help: 'what an answer is written as: its list, its one object, or what --jq gives',
  },
  {
    name: 'columns',
    type: 'string',
    help: 'columns of a table, CSV or TSV, in order: ids, titles, members (lead.displayName) or JSON pointers, separated by commas',
    suggests: 'columns',
  },
  {
    name: 'pager',
    type: 'boolean',
    default: 'false',
    env: 'PAGER',
    help: 'on a terminal, long output by the page: by the variable’s program, which is enough to ask for it, else by PAGER, else by less -FRX',
  },
  {
    name: 'arg',
    type: 'pair',
    help: 'a variable of the jq filter, its value a text; may be repeated',
  },
  {
    name: 'argjson',
    type: 'pair',
    help: 'a variable of the jq filter, its value JSON; may be repeated',
  },
  {
    name: 'include',
    type: 'boolean',
    default: 'false',
    help: 'status and headers before the answer, without secrets',
  },
  {
    name: 'unchecked',
    type: 'boolean',
    default: 'false',
    help: 'send the request whatever is known of the fields of its body and of who may call it',
  },
  {
    name: 'clear',
    type: 'list',
    help: 'text to empty on purpose, such as body or description; may be repeated. An empty value is refused',
  },
  {
    name: 'color',
    type: 'string',
    default: 'auto',
    values: ['auto', 'always', 'never'],
    help: 'colours of JSON on a terminal, of help and of the terminal UI',
  },
  {
    name: 'max-answer',
    type: 'size',
    default: '512MiB',
    help: 'longest answer that is taken, unpacked; a list may have many',
  },
] as const satisfies readonly FlagRow[];

/** What was given for flags that take a name and a value, in order. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** What the flags of a type give; of one that may be repeated only its texts are known. */
interface ValuesByType {
  readonly string: string;
  readonly boolean: boolean;
  readonly integer: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Bytes. */
  readonly size: number;
  readonly pair: Pairs;
  readonly list: never;
}

type ValueOf<F extends FlagRow> = F extends {readonly values: readonly (infer Value)[]}
  ? Value
  : ValuesByType[F['type']];

/** Name → value of each flag that was given. */
export type ValuesOf<Rows extends readonly FlagRow[]> = {
  readonly [F in Rows[number] as F['name']]?: ValueOf<F>;
};

/** The global flags that were given. */
export type GlobalValues = ValuesOf<typeof globalFlags>;

/** The global flags as rows, for who reads them as a table. */
export const globalRows: readonly FlagRow[] = globalFlags;

/** Names of the flags that say where to, as whom, and where it is noted. */
export const placeFlags: readonly string[] = [
  'profile',
  'base-url',
  'auth-type',
  'auth-user',
  'auth-token',
  'audit',
  'audit-file',
];

/** Every command explains itself. */
export const helpFlag: FlagRow = {name: 'help', short: 'h', type: 'boolean', help: 'explain this'};

/** The program's own version; only before a group. */
export const versionFlag: FlagRow = {
  name: 'version',
  type: 'boolean',
  help: 'print the version of this program as JSON',
};
