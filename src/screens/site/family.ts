import type {Family} from '../../state/app/family.ts';
import {adminKeyHome} from './admin-key.ts';
import {adminKeyScreen} from './admin-key-screen.ts';
import {commandLog} from './command-log.ts';
import {journal} from './journal.ts';
import {operationList} from './operation-list.ts';
import {profiles} from './profiles.ts';

/** The site and this session: admin key, command log, journal, operations, profiles. */
export const siteFamily: Family = {
  id: 'site',
  lists: [commandLog, journal, operationList, profiles],
  objects: [adminKeyScreen],
  home: [adminKeyHome],
};
