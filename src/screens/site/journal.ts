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
    {id: 'time', title: 'SENT AT', from: ['/at'], kind: 'instant', worth: 0, tone: 'dim'},
    {
      id: 'result',
      title: 'RESULT',
      from: ['/result'],
      kind: 'text',
      max: 8,
      worth: 0,
      tones: {done: 'good', failed: 'bad', unclear: 'warn'},
    },
    {id: 'status', title: 'STATUS', from: ['/status'], kind: 'text', max: 6, worth: 3, tone: 'dim'},
    {
      id: 'what',
      title: 'WHAT',
      from: ['/what'],
      kind: 'text',
      min: 20,
      max: 60,
      worth: 0,
      tone: 'title',
    },
    {id: 'by', title: 'BY', from: ['/by'], kind: 'text', max: 12, worth: 4, tone: 'dim'},
    {
      id: 'command',
      title: 'COMMAND',
      from: ['/command'],
      kind: 'text',
      min: 16,
      max: 120,
      grows: true,
      worth: 2,
      tone: 'dim',
    },
  ],
  sort: {column: 'time', reverse: true},
  empty: 'Nothing was written through this profile yet.',
  about:
    'Every write with its request, its answer and the command that makes the same; kept for each profile.',
};
