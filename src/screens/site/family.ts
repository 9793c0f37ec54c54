import {allOperations} from '../../api/catalogue.ts';
import type {Family} from '../../state/app/family.ts';
import {key} from '../../state/keys/binding.ts';
import {openScreen} from '../../state/locations/go-to.ts';
import {switchTo} from '../../state/locations/switch-profile.ts';
import {counted} from '../../state/show/counted.ts';
import {openForm} from '../../state/views/form/open-form.ts';
import {adminKeyBadge, adminKeyHome} from './admin-key.ts';
import {adminKeyCommands, adminKeyScreen} from './admin-key-screen.ts';
import {followAdminKey, quitWithKey} from './admin-key-update.ts';
import {auditList, fillAudit, localAudit} from './audit.ts';
import {commandLog, openExchange, repeatKey} from './command-log.ts';
import {operationsHome, writesPanel} from './home.ts';
import {journal, operationList, profiles} from './own-lists.ts';
import {followTasks, goingOn, localTasks, tasks, tasksKept} from './tasks.ts';

const everywhere = {scopes: ['everywhere']};

/** The site and this session: admin key, command log, journal, operations, profiles. */
export const siteFamily: Family = {
  id: 'site',
  lists: [commandLog, journal, auditList, tasks, operationList, profiles],
  objects: [adminKeyScreen],
  home: [adminKeyHome, operationsHome],
  panels: [writesPanel],
  local: {
    log: {
      rows: state => state.log,
      added: (before, {log}) => (log === before.log ? [] : log.slice(-1)),
      open: openExchange,
    },
    journal: {
      // Newest first, so that entries of one millisecond are too.
      rows: state => [...state.journal].reverse(),
      added: (before, {journal: now}) =>
        now.at(-2) === before.journal.at(-1) && now !== before.journal ? now.slice(-1) : [],
    },
    audit: localAudit,
    tasks: localTasks,
    profiles: {
      rows: ({session}) =>
        session.profiles.map(profile =>
          JSON.stringify({...profile, current: profile.name === session.profile}),
        ),
      open: (state, row) => switchTo(state, row.id),
    },
    operations: {
      rows: () =>
        allOperations().map(operation => {
          const {service, group, name, method, path, summary, effect, permission} = operation;
          const command = `${service === 'tracker' ? 'jr' : 'cf'} ${group} ${name}`;
          return JSON.stringify({command, effect, summary, method, path, permission});
        }),
      open: (state, row) => openForm(state, row.id),
    },
  },
  keys: [
    repeatKey,
    key('P', 'switch to another profile', openScreen(profiles.id), everywhere),
    key(
      'X',
      'all operations of both services, each with a form',
      openScreen(operationList.id),
      everywhere,
    ),
    key('T', 'tasks: writes that the service goes on with', openScreen(tasks.id), everywhere),
    key('L', 'log of every request of this session', openScreen(commandLog.id), everywhere),
  ],
  commands: adminKeyCommands,
  signs(state) {
    const badge = adminKeyBadge(state);
    const count = goingOn(state).length;
    const text = counted(count, 'task');
    return [...(count === 0 ? [] : [{text, tone: 'accent'} as const]), ...(badge ? [badge] : [])];
  },
  kept: [tasksKept],
  reactions: [followAdminKey, quitWithKey, followTasks, fillAudit],
};
