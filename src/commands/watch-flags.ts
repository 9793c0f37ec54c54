import type {FlagRow} from './flags.ts';

/** Flags of `watch` besides those of the operation. */
export const watchFlags = [
  {
    name: 'interval',
    type: 'duration',
    default: '10s',
    help: 'time between two reads of the list',
  },
  {
    name: 'moved',
    type: 'boolean',
    default: 'false',
    help: 'also report items that moved within the list; not for webhook get-failed',
  },
  {name: 'max-events', type: 'integer', min: 1, help: 'stop after this many events'},
  {
    name: 'resume',
    type: 'string',
    help: 'save the position in this file and resume from it; for webhook get-failed',
    suggests: 'files',
  },
  {
    name: 'overlap',
    type: 'duration',
    default: '5s',
    help: 're-read this much of the previous window to catch late records; at most 10m; for webhook get-failed',
  },
  {
    name: 'since',
    type: 'string',
    help: 'start at a time or a duration ago (24h); alias of --after; for webhook get-failed',
  },
  {
    name: 'url',
    type: 'list',
    help: 'only failures of addresses whose host and path contain this; may be repeated; for webhook get-failed',
  },
  {
    name: 'event',
    type: 'list',
    help: 'only failures of this event, such as jira:issue_created; may be repeated; for webhook get-failed',
  },
  {
    name: 'project',
    type: 'list',
    help: 'only failures of the project with this key; may be repeated; for webhook get-failed',
  },
  {
    name: 'forward-to',
    type: 'string',
    help: 'resend each failure to this URL only; for webhook get-failed',
  },
  {
    name: 'dead-letters',
    type: 'string',
    help: 'append failures that the URL of --forward-to did not accept, or the program of --exec did not process, to this file; default: the file of --resume with .dead-letters; for webhook get-failed',
    suggests: 'files',
  },
  {
    name: 'patient',
    type: 'duration',
    help: 'keep trying for this long while the credentials are refused (401, 403); for webhook get-failed',
  },
  {
    name: 'alert',
    type: 'list',
    help: 'raise an alert when a URL starts to fail (new), when failures exceed a count within a time (100/5m), when a URL has had no failures for a time (silent/30m), or when the watch fails (dead), and report when it is resolved; may be repeated; for webhook get-failed',
  },
  {
    name: 'exec',
    type: 'string',
    help: 'run this program, without a shell, for each failure (with --alert: for each alert and its end), with the JSON on standard input; two at a time, at most 30 s each, while the watch waits; for webhook get-failed',
  },
  {
    name: 'group',
    type: 'string',
    help: 'print counts after each interval instead of each failure, grouped by url, event, project, issue, user, webhook, or a JSON pointer such as /body/issue/fields/issuetype/name; for webhook get-failed',
  },
  {
    name: 'every',
    type: 'duration',
    default: '1m',
    help: 'interval of the counts; without --group, counts are grouped by url; for webhook get-failed',
  },
  {
    name: 'heartbeat',
    type: 'string',
    help: 'write the state of the watch to this file while it gets responses; a file that is not updated means trouble; for webhook get-failed',
    suggests: 'files',
  },
  {
    name: 'listen',
    type: 'string',
    help: 'serve /healthz and /metrics (Prometheus text) at this port, or address and port: 9464, 127.0.0.1:9464; loopback unless another address is given; for webhook get-failed',
  },
  {
    name: 'report',
    type: 'boolean',
    default: 'false',
    help: 'print a summary of the failures since --since (24h by default) in Markdown, or CSV with --output csv, and exit; for webhook get-failed',
  },
] as const satisfies readonly FlagRow[];

/** Flags for watching any list; the others require a list with timestamps. */
export const ofAnyList: readonly string[] = ['interval', 'moved', 'max-events'];
