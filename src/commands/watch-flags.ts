import type {FlagRow} from './flags.ts';

/** Flags of `watch` beside those of the operation. */
export const watchFlags = [
  {
    name: 'interval',
    type: 'duration',
    default: '10s',
    help: 'time from one reading of the list to the next',
  },
  {
    name: 'moved',
    type: 'boolean',
    default: 'false',
    help: 'tell also of items that stand elsewhere in the list; not for webhook get-failed',
  },
  {name: 'max-events', type: 'integer', min: 1, help: 'end after so many events'},
  {
    name: 'resume',
    type: 'string',
    help: 'keep the place in this file and go on from it; for webhook get-failed',
    suggests: 'files',
  },
  {
    name: 'overlap',
    type: 'duration',
    default: '5s',
    help: 'what each poll asks for again, for what is listed late, up to 10m; for webhook get-failed',
  },
  {
    name: 'since',
    type: 'string',
    help: 'begin at a time, or so long ago (24h): --after by another name; for webhook get-failed',
  },
  {
    name: 'forward-to',
    type: 'string',
    help: 'send each failure again to this address, and to no other; for webhook get-failed',
  },
  {
    name: 'alert',
    type: 'list',
    help: 'tell when an address begins to fail (new), of more than so many failures within a time (100/5m), of an address silent again (silent/30m), of a watch that is dead (dead); may be repeated; for webhook get-failed',
  },
  {
    name: 'exec',
    type: 'string',
    help: 'run this program, without a shell, for each failure, or with --alert for each alert, its JSON on standard input; two at a time, 30 s each, while the watch waits; for webhook get-failed',
  },
  {
    name: 'group',
    type: 'string',
    help: 'a line of counts after each interval instead of each failure, by url, event, project, issue, user, webhook, or a pointer such as /body/issue/fields/issuetype/name; for webhook get-failed',
  },
  {
    name: 'every',
    type: 'duration',
    default: '1m',
    help: 'how often a line of counts comes; alone it is by url; for webhook get-failed',
  },
  {
    name: 'report',
    type: 'boolean',
    default: 'false',
    help: 'read what failed since then (24h unless said), print a summary for a hand-over in Markdown, or CSV with --output csv, and end; for webhook get-failed',
  },
] as const satisfies readonly FlagRow[];

/** Those for a watch of any list; the others are for lists that only grow. */
export const ofAnyList: readonly string[] = ['interval', 'moved', 'max-events'];
