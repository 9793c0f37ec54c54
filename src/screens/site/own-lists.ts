import {instant, state, text, url} from '../../state/model/column.ts';
import {list} from '../../state/model/resource.ts';

/** Every operation of both services; enter begins its command. Its rows are the catalogue. */
export const operationList = list({
  id: 'operations',
  title: 'Operations',
  noun: 'operation',
  service: 'tracker',
  aliases: ['ops', 'run', 'api'],
  sources: [],
  local: 'operations',
  identity: ['/command'],
  name: ['/command'],
  columns: [
    text('COMMAND', '/command', {min: 44, max: 60, worth: 0, tone: 'title'}),
    text('EFFECT', '/effect', {
      max: 10,
      tones: {
        read: 'good',
        create: 'accent',
        update: 'accent',
        replaceAll: 'warn',
        trash: 'warn',
        delete: 'bad',
      },
    }),
    text('WHAT IT DOES', '/summary', {id: 'summary', min: 20, max: 80, grows: true, worth: 0}),
    text('METHOD', '/method', {max: 6, worth: 3, tone: 'dim'}),
    text('PATH', '/path', {min: 20, max: 70, worth: 2, tone: 'dim'}),
  ],
  empty: 'The catalogue is empty.',
  about: 'Enter opens a form: reads are run and shown, writes show the request they would send.',
});

/** Profiles of the configuration; enter switches to one. */
export const profiles = list({
  id: 'profiles',
  title: 'Profiles',
  noun: 'profile',
  service: 'tracker',
  aliases: ['profile', 'switch'],
  sources: [],
  local: 'profiles',
  identity: ['/name'],
  columns: [
    text('PROFILE', '/name', {id: 'name', min: 14, max: 30, worth: 0, tone: 'title'}),
    state(
      'STATE',
      [
        ['/current', 'in use', 'good'],
        ['/protected', 'protected', 'bad'],
      ],
      {worth: 0},
    ),
    url('TRACKER', '/tracker', {min: 16, max: 60, grows: true}),
    url('CONTENT', '/content', {min: 16, max: 60, worth: 2}),
  ],
  empty: 'There are no profiles to switch to. Save one: jr configure --profile NAME',
  about: 'Both services of one profile name; enter switches to it.',
});

/** Every write that was sent through this profile, newest first; its rows come from the app itself. */
export const journal = list({
  id: 'journal',
  title: 'Journal',
  noun: 'write',
  service: 'tracker',
  aliases: ['writes', 'history'],
  sources: [],
  local: 'journal',
  exports: 'sh',
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
});
