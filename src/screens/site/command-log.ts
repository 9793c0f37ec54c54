import {clock, number, text} from '../../state/model/column.ts';
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
  scope: 'log',
  identity: ['/number'],
  name: ['/number'],
  columns: [
    number('NO', '/number', {worth: 6, tone: 'dim'}),
    clock('AT', '/at', {id: 'time', worth: 0, tone: 'dim'}),
    text('STATUS', '/status', {
      max: 7,
      worth: 0,
      tones: {none: 'bad', '401': 'bad', '403': 'bad', '404': 'warn', '429': 'warn'},
    }),
    number('MS', '/duration_ms'),
    number('BYTES', '/bytes', {worth: 4, tone: 'dim'}),
    number('TRY', '/attempt', {worth: 5, tone: 'dim'}),
    text('METHOD', '/method', {max: 6, worth: 2}),
    text('COMMAND', ['/command', '/url'], {
      min: 24,
      max: 120,
      grows: true,
      worth: 0,
      tone: 'title',
    }),
  ],
  sort: {column: 'no', reverse: true},
  empty: 'No request was made yet.',
  about:
    'Every request of this session with the command that makes the same; Y copies it, enter shows request and response, . sends a read again.',
};
