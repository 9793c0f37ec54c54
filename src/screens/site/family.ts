import {counted} from '../../base/counted.ts';
import type {Family} from '../../state/app/family.ts';
import {keysIn} from '../../state/keys/binding.ts';
import {openScreen} from '../../state/locations/go-to.ts';
import {adminKeyBadge, adminKeyHome} from './admin-key.ts';
import {adminKeyCommands, adminKeyScreen} from './admin-key-screen.ts';
import {followAdminKey, quitWithKey} from './admin-key-update.ts';
import {auditList, fillAudit, localAudit} from './audit.ts';
import {commandLog, openExchange, repeatKey} from './command-log.ts';
import {journal, localJournal, writesPanel} from './journal.ts';
import {localOperations, operationList, operationsHome} from './operations.ts';
import {localProfiles, profiles} from './profiles.ts';
import {followTasks, goingOn, localTasks, tasks, tasksKept} from './tasks.ts';

const everywhere = keysIn('everywhere');

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
    journal: localJournal,
    audit: localAudit,
    tasks: localTasks,
    profiles: localProfiles,
    operations: localOperations,
  },
  keys: [
    repeatKey,
    everywhere('P', 'switch to another profile', openScreen(profiles.id)),
    everywhere(
      'X',
      'all operations of both services, each with a form',
      openScreen(operationList.id),
    ),
    everywhere('T', 'tasks: writes that the service goes on with', openScreen(tasks.id)),
    everywhere('L', 'log of every request of this session', openScreen(commandLog.id)),
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
