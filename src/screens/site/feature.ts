import {permissionOf} from '../../api/catalogue/outcomes.ts';
import {allOperations} from '../../api/catalogue.ts';
import {nameText, state, text, url} from '../../base/column.ts';
import {counted} from '../../base/counted.ts';
import type {Feature} from '../../state/app/feature.ts';
import {keysIn} from '../../state/keys/binding.ts';
import {openScreen, switchTo} from '../../state/locations/go-to.ts';
import {homeLine} from '../../state/model/count.ts';
import {showNotice} from '../../state/model/notice.ts';
import {list} from '../../state/model/resource.ts';
import {type LocalList, noEffects} from '../../state/model/transition.ts';
import {openForm} from '../../state/views/form/open-form.ts';
import {adminKeyBadge, adminKeyHome, updateAdminKey, warnOfAdminKey} from './admin-key.ts';
import {adminKeyCommands, adminKeyScreen} from './admin-key-screen.ts';
import {auditList, loadAuditRows, localAudit} from './audit.ts';
import {auditRecords, changesCommand, changesKey} from './audit-records.ts';
import {commandLog, openExchange, repeatKey} from './command-log.ts';
import {journal, localJournal, writesPanel} from './journal.ts';
import {followTaskReaction, localTasks, persistedTasks, runningTasks, tasks} from './tasks.ts';

/** Every operation of both services; enter starts its command. The rows are the catalogue. */
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
      words: {replaceAll: 'replace all'},
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
    text('WHAT IT DOES', '/summary', {
      id: 'summary',
      min: 20,
      max: 80,
      grows: true,
      dropPriority: 0,
    }),
    text('METHOD', '/method', {max: 6, dropPriority: 3, tone: 'dim'}),
    text('PATH', '/path', {min: 20, max: 70, dropPriority: 2, tone: 'dim'}),
  ],
  empty: 'The catalogue is empty.',
  about: 'Enter opens a form: reads run and show the result, writes show the request first.',
});

export const localOperations: LocalList = {
  rows: () =>
    allOperations().map(operation => {
      const {service, group, name, method, path, summary, effect} = operation;
      const permission = permissionOf(operation);
      const command = `${service === 'tracker' ? 'jr' : 'cf'} ${group} ${name}`;
      return JSON.stringify({command, effect, summary, method, path, permission});
    }),
  open: (state, row) => openForm(state, row.id),
};

/** The number of operations on the home screen, known without a request. */
const operationsHome = homeLine('Site', operationList, 'of both services', {
  title: 'All operations',
  count: () => Promise.resolve({status: 'ready', text: String(allOperations().length)}),
});

/** Profiles of the configuration; enter switches to one. */
const profiles = list({
  id: 'profiles',
  noun: 'profile',
  aliases: ['profile', 'switch'],
  local: 'profiles',
  identity: ['/name'],
  columns: [
    nameText('PROFILE', '/name', {id: 'name', min: 14, max: 30}),
    state(
      'STATE',
      [
        ['/current', 'in use', 'good'],
        ['/protected', 'protected', 'bad'],
      ],
      {dropPriority: 0},
    ),
    url('TRACKER', '/tracker', {min: 16, max: 60, grows: true}),
    url('CONTENT', '/content', {min: 16, max: 60, dropPriority: 2}),
  ],
  empty: 'There are no profiles to switch to. :sign-in adds one.',
  about: 'Both services of each profile; enter switches to the profile.',
});

const localProfiles: LocalList = {
  rows: ({session}) =>
    session.profiles.map(profile =>
      JSON.stringify({...profile, current: profile.name === session.profile}),
    ),
  open: (state, row) =>
    row.id === state.session.profile && state.connection.status === 'ready'
      ? noEffects(showNotice(state, `${row.id} is already in use`, 'dim'))
      : switchTo(state, row.id, state.session.sandbox),
};

const everywhere = keysIn('everywhere');

/** The site and this session: admin key, command log, journal, operations, profiles. */
export const siteFeature: Feature = {
  id: 'site',
  lists: [commandLog, journal, auditList, auditRecords, tasks, operationList, profiles],
  objects: [adminKeyScreen],
  home: [homeLine('Site', auditRecords, 'who changed what', {}), adminKeyHome, operationsHome],
  panels: [writesPanel],
  local: {
    log: {
      rows: state => state.log,
      added: (before, {log}) => (log === before.log ? [] : log.slice(-1)),
      open: openExchange,
    },
    journal: localJournal,
    audit: localAudit,
    tasks: localTasks,
    profiles: localProfiles,
    operations: localOperations,
  },
  keys: [
    repeatKey,
    changesKey,
    everywhere('P', 'switch to another profile', openScreen(profiles.id)),
    everywhere(
      'X',
      'all operations of both services, each with a form',
      openScreen(operationList.id),
    ),
    everywhere('T', 'background tasks started by writes', openScreen(tasks.id)),
    everywhere('L', 'log of every request of this session', openScreen(commandLog.id)),
  ],
  commands: [...adminKeyCommands, changesCommand],
  signs(state) {
    const badge = adminKeyBadge(state);
    const count = runningTasks(state).length;
    const text = counted(count, 'task');
    return [...(count === 0 ? [] : [{text, tone: 'accent'} as const]), ...(badge ? [badge] : [])];
  },
  persisted: [persistedTasks],
  reactions: [updateAdminKey, warnOfAdminKey, followTaskReaction, loadAuditRows],
};
