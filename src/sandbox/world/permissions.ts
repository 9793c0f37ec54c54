import {records} from './table.ts';
import {words} from './words.ts';

export interface Permission {
  readonly key: string;
  readonly name: string;
  readonly type: 'GLOBAL' | 'PROJECT';
  readonly description: string;
  /** Names of the groups that have it; global permissions only. */
  readonly groups?: readonly string[];
}

/** Global permissions, the last two added by apps (services T2.2). */
export const globalPermissions = records<Permission>('globalPermissions');

/** Project permissions: the built-in keys of services T2.2 and one defined by an app. */
export const projectPermissions: readonly Permission[] = [
  ...words.projectPermissionNames.map(key => projectPermission(key, nameOfKey(key))),
  projectPermission('app.scribe.approve-notes', 'Approve release notes'),
];

/** Old keys that the user permission search still accepts → the current key (services T2.2). */
export const deprecatedPermissionKeys: Readonly<Record<string, string>> = Object.fromEntries(
  records<Readonly<Record<'key' | 'today', string>>>('deprecatedPermissions').map(
    ({key, today}) => [key, today],
  ),
);

function projectPermission(key: string, name: string): Permission {
  return {key, name, type: 'PROJECT', description: `Ability to: ${name.toLowerCase()}.`};
}

function nameOfKey(key: string): string {
  const words = key
    .replace(/_PERMISSION$/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
