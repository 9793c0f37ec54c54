import type {Resource} from '../../state/model/resource.ts';

/** Every request of this session, newest first; its rows come from the app itself, not from a server. */
export const commandLog: Resource = {
  id: 'command-log',
  title: 'Command log',
  noun: 'request',
  service: 'tracker',
  aliases: ['log', 'requests'],
  needs: [],
  sources: [],
  local: 'log',
  identity: ['/number'],
  name: ['/number'],
  columns: [
    {id: 'no', title: 'NO', from: ['/number'], kind: 'number', worth: 6, tone: 'dim'},
    {id: 'time', title: 'AT', from: ['/at'], kind: 'clock', worth: 0, tone: 'dim'},
    {
      id: 'status',
      title: 'STATUS',
      from: ['/status'],
      kind: 'text',
      max: 7,
      worth: 0,
      tones: {none: 'bad', '401': 'bad', '403': 'bad', '404': 'warn', '429': 'warn'},
    },
    {id: 'ms', title: 'MS', from: ['/duration_ms'], kind: 'number', worth: 1},
    {id: 'bytes', title: 'BYTES', from: ['/bytes'], kind: 'number', worth: 4, tone: 'dim'},
    {id: 'try', title: 'TRY', from: ['/attempt'], kind: 'number', worth: 5, tone: 'dim'},
    {id: 'method', title: 'METHOD', from: ['/method'], kind: 'text', max: 6, worth: 2},
    {
      id: 'command',
      title: 'COMMAND',
      from: ['/command', '/url'],
      kind: 'text',
      min: 24,
      max: 120,
      grows: true,
      worth: 0,
      tone: 'title',
    },
  ],
  sort: {column: 'no', reverse: true},
  empty: 'No request was made yet.',
  about:
    'Every request of this session with the command that makes the same; Y copies it, enter shows request and response, . sends a read again.',
};
