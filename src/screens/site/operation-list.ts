import {text} from '../../state/model/column.ts';
import type {Resource} from '../../state/model/resource.ts';

/** Every operation of both services; enter begins its command. Its rows are the catalogue. */
export const operationList: Resource = {
  id: 'operations',
  title: 'Operations',
  noun: 'operation',
  service: 'tracker',
  aliases: ['ops', 'run', 'api'],
  needs: [],
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
};
