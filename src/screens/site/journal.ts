import {instant, text} from '../../state/model/column.ts';
import type {Resource} from '../../state/model/resource.ts';

/** Every write that was sent through this profile, newest first; its rows come from the app itself. */
export const journal: Resource = {
  id: 'journal',
  title: 'Journal',
  noun: 'write',
  service: 'tracker',
  aliases: ['writes', 'history'],
  needs: [],
  sources: [],
  local: 'journal',
  identity: ['/id'],
  name: ['/what'],
  columns: [
    instant('SENT AT', '/at', {id: 'time', worth: 0, tone: 'dim'}),
    text('RESULT', '/result', {
      max: 8,
      worth: 0,
      tones: {done: 'good', failed: 'bad', unclear: 'warn', damaged: 'bad'},
    }),
    text('STATUS', '/status', {max: 6, worth: 3, tone: 'dim'}),
    text('WHAT', '/what', {min: 20, max: 60, worth: 0, tone: 'title'}),
    text('BY', '/by', {max: 12, worth: 4, tone: 'dim'}),
    text('COMMAND', '/command', {min: 16, max: 120, grows: true, worth: 2, tone: 'dim'}),
  ],
  sort: {column: 'time', reverse: true},
  empty: 'Nothing was written through this profile yet.',
  about:
    'Every write with its request, its answer and the command that makes the same; kept for each profile.',
};
