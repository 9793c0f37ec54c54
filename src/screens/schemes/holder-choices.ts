import {
  compareHolders,
  grantHolder,
  type Holder,
  holderOf,
  holderOfGrant,
  newNotification,
} from '../../api/access/holders.ts';
import type {EntityEntry} from '../../api/naming/name-listing.ts';
import {type OperationRef, trackerRef} from '../../api/operation-ref.ts';
import {isObject, type JsonValue, listAt} from '../../base/json-value.ts';
import type {ColumnSource, MatrixColumn, MatrixEdits} from '../../state/views/matrix/state.ts';

/** The terms of a kind of scheme for its holders, and their conversion to columns. */
interface HolderWords {
  readonly group: string;
  readonly role: string;
  readonly user: string;
  /** Types of holders without a value. */
  readonly withoutValue: readonly string[];
  readonly column: (holder: Holder) => MatrixColumn;
}

const columnThat =
  (sends: (holder: Holder) => Readonly<Record<string, string>>) =>
  (holder: Holder): MatrixColumn => {
    const {id, label, text} = holder;
    return {id, label, text, sends: JSON.stringify(sends(holder))};
  };

/** Holders of permissions (services T2.2). */
export const grantHolders: HolderWords = {
  group: 'group',
  role: 'projectRole',
  user: 'user',
  withoutValue: [
    'anyone',
    'applicationRole',
    'projectLead',
    'reporter',
    'assignee',
    'sd.customer.portal.only',
  ],
  column: columnThat(grantHolder),
};

/** Recipients of notifications (services W4.13). */
export const recipients: HolderWords = {
  group: 'Group',
  role: 'ProjectRole',
  user: 'User',
  withoutValue: [
    'CurrentAssignee',
    'Reporter',
    'CurrentUser',
    'ProjectLead',
    'ComponentLead',
    'AllWatchers',
  ],
  column: columnThat(newNotification),
};

/**
 * The holders that can be added to a kind of scheme: predefined ones, those found by name, and a
 * typed group.
 */
export function holdersToAdd(
  words: HolderWords,
): Pick<MatrixEdits, 'columns' | 'sources' | 'typed'> {
  return {
    columns: words.withoutValue.map(type => words.column(holderOf(type, null))),
    sources: holderSources(words),
    typed: name => groupNamed(words, name),
  };
}

/**
 * Holders found by name: roles, users, and those mentioned in some scheme of the site. No operation
 * lists a site's groups, so they come from there; others are accepted by name.
 */
function holderSources(words: HolderWords): readonly ColumnSource[] {
  const {group, role, user, column} = words;
  return [
    {
      service: 'tracker',
      named: 'project role',
      column: thing => column(holderOf(role, {value: thing.id, projectRole: {name: thing.title}})),
    },
    {service: 'tracker', named: 'user', column: thing => column(userOf(user, thing))},
    {call: everyGrant, columns: answer => distinct(holdersIn(answer), words)},
    {call: everyNotification, columns: answer => distinct(notifiedGroups(answer, group), words)},
  ];
}

function groupNamed({group, column}: HolderWords, name: string): MatrixColumn {
  const holder = holderOf(group, {parameter: name, group: {name}});
  return {...column(holder), text: `group ${name} — not checked`};
}

function userOf(type: string, {id, title, details}: EntityEntry): Holder {
  return holderOf(type, {
    value: id,
    user: {displayName: title, active: details.active !== 'false'},
  });
}

const everyGrant: OperationRef = trackerRef('permissionscheme get-all-permission-schemes', {
  expand: ['permissions', 'group', 'field'],
});
const everyNotification: OperationRef = trackerRef('notificationscheme get-notification-schemes', {
  expand: ['all'],
});

/** Groups, and for grants fields and applications too, in the schemes. */
function holdersIn(answer: JsonValue): readonly Holder[] {
  return listAt(answer, '/permissionSchemes')
    .flatMap(scheme => listAt(scheme, '/permissions'))
    .map(holderOfGrant);
}

function notifiedGroups(answer: JsonValue, group: string): readonly Holder[] {
  return listAt(answer, '/values')
    .flatMap(scheme => listAt(scheme, '/notificationSchemeEvents'))
    .flatMap(event => listAt(event, '/notifications'))
    .filter(one => isObject(one) && one.notificationType === 'Group')
    .map(one => holderOf(group, one));
}

/** The existing holders that such a scheme can refer to, without duplicates. */
function distinct(holders: readonly Holder[], words: HolderWords): readonly MatrixColumn[] {
  const known = new Map<string, Holder>();
  for (const holder of holders) {
    if (holder.gone !== undefined || holder.value === '' || holder.byName) continue;
    if (holder.type.toLowerCase() === 'group') {
      const raw = {value: holder.value, group: {name: holder.name}};
      const one = holderOf(words.group, raw);
      known.set(one.id, one);
    } else if (words.group === 'group' && !['user', 'projectRole'].includes(holder.type)) {
      known.set(holder.id, holder);
    }
  }
  return [...known.values()].sort(compareHolders).map(words.column);
}
