import {allOperations} from '../../api/catalogue.ts';
import {nameText, text} from '../../state/model/column.ts';
import {homeLine} from '../../state/model/count.ts';
import {list} from '../../state/model/resource.ts';
import type {LocalList} from '../../state/model/step.ts';
import {openForm} from '../../state/views/form/open-form.ts';

/** Every operation of both services; enter begins its command. Its rows are the catalogue. */
export const operationList = list({
  id: 'operations',
  noun: 'operation',
  aliases: ['ops', 'run', 'api'],
  local: 'operations',
  identity: ['/command'],
  name: ['/command'],
  columns: [
    nameText('COMMAND', '/command', {min: 40, max: 60}),
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

/** Its rows: the catalogue. */
export const localOperations: LocalList = {
  rows: () =>
    allOperations().map(operation => {
      const {service, group, name, method, path, summary, effect, permission} = operation;
      const command = `${service === 'tracker' ? 'jr' : 'cf'} ${group} ${name}`;
      return JSON.stringify({command, effect, summary, method, path, permission});
    }),
  open: (state, row) => openForm(state, row.id),
};

/** All operations on the home screen: they are known without asking. */
export const operationsHome = homeLine('Site', operationList, 'of both services', {
  title: 'All operations',
  count: () => Promise.resolve({status: 'ready', text: String(allOperations().length)}),
});
