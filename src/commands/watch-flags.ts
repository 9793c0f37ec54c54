import type {FlagRow} from './flags.ts';

/** The list with timestamps; its watch reports each item once. */
const only = 'webhook get-failed';

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
    help: 'save the position in this file, and continue from it in the next run',
    only,
    suggests: 'files',
  },
  {
    name: 'overlap',
    type: 'duration',
    default: '5s',
    help: 're-read this much of the previous window to catch late records; at most 10m',
    only,
  },
  {
    name: 'since',
    type: 'string',
    help: 'start at a time or a duration ago (24h); alias of --after',
    only,
  },
  {
    name: 'url',
    type: 'list',
    help: 'only failures of URLs whose host and path contain this; may be repeated',
    only,
  },
  {
    name: 'event',
    type: 'list',
    help: 'only failures of this event, such as jira:issue_created; may be repeated',
    only,
  },
  {
    name: 'project',
    type: 'list',
    help: 'only failures of the project with this key; may be repeated',
    only,
  },
  {
    name: 'forward-to',
    type: 'string',
    help: 'resend each failure to this URL only',
    only,
  },
  {
    name: 'dead-letters',
    type: 'string',
    help: 'file for failures that the URL of --forward-to did not accept or the program of --exec did not process; default: the file of --resume with .dead-letters',
    only,
    suggests: 'files',
  },
  {
    name: 'patient',
    type: 'duration',
    help: 'keep trying for this long while the credentials are refused (401, 403)',
    only,
  },
  {
    name: 'alert',
    type: 'list',
    help: 'raise an alert when a URL starts to fail (new), when failures exceed a count within a time (100/5m), when a URL has had no failures for a time (silent/30m), or when the watch fails (dead), and report when it is resolved; may be repeated',
    only,
  },
  {
    name: 'exec',
    type: 'string',
    help: 'run this program, without a shell, for each failure (with --alert: for each alert and its end), with the JSON on standard input. The watch waits for it: two run at a time, for at most 30 s',
    only,
  },
  {
    name: 'group',
    type: 'string',
    help: 'print counts after each interval instead of each failure, grouped by url, event, project, issue, user, webhook, or a JSON pointer such as /body/issue/fields/issuetype/name',
    only,
  },
  {
    name: 'every',
    type: 'duration',
    default: '1m',
    help: 'interval of the counts; without --group, counts are grouped by url',
    only,
  },
  {
    name: 'heartbeat',
    type: 'string',
    help: 'write the state of the watch to this file while it gets responses; if the file is not updated, the watch has a problem',
    only,
    suggests: 'files',
  },
  {
    name: 'listen',
    type: 'string',
    help: 'serve /healthz and /metrics (Prometheus text) at this port, or address and port: 9464, 127.0.0.1:9464; loopback unless another address is given',
    only,
  },
  {
    name: 'report',
    type: 'boolean',
    default: 'false',
    help: 'print a summary of the failures since --since (24h by default) in Markdown, or CSV with --output csv, and exit',
    only,
  },
] as const satisfies readonly FlagRow[];
