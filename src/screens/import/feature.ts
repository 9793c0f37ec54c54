import type {Feature} from '../../state/app/feature.ts';
import {importCommand} from './import-command.ts';
import {importName, localImport} from './import-list.ts';
import {holdProfile, importKeys, updateImport} from './send-rows.ts';

/** The rows of a table, one request each. */
export const importFeature: Feature = {
  id: importName,
  local: {[importName]: localImport},
  keys: importKeys,
  commands: [importCommand],
  reactions: [updateImport, holdProfile],
};
