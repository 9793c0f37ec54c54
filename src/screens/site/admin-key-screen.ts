import {readTypedCommand} from '../../state/ask/command-line.ts';
import {showNotice} from '../../state/model/notice.ts';
import {describeTab, type ObjectScreen} from '../../state/model/object-screen.ts';
import {noEffects} from '../../state/model/transition.ts';
import {type Condition, contentVerb, type VerbSource} from '../../state/model/verb.ts';
import type {PaletteCommand} from '../../state/overlays/palette/palette-command.ts';
import {openTypedCall} from '../../state/write/start-write.ts';
import {adminKeyReader, readAdminKey} from './admin-key.ts';

const isOn: Condition = {
  pointer: '/expirationTime',
  isNot: [''],
  reason: 'no admin key is enabled',
};

/** Verbs of the user's admin key. */
const adminKeyVerbs: VerbSource = {
  noun: 'admin key',
  identity: [],
  name: ['/accountId'],
  verbs: [
    contentVerb.one(
      'enable',
      'Enable…',
      'admin-key enable-admin-key',
      {},
      {
        title: 'Enable an admin key',
        key: 'a',
        when: [
          {pointer: '/expirationTime', is: [''], reason: 'already enabled: renew the key instead'},
        ],
        asks: {durationInMinutes: '10'},
      },
    ),
    contentVerb.one(
      'renew',
      'Renew…',
      'admin-key enable-admin-key',
      {},
      {
        title: 'Renew the admin key',
        key: 't',
        when: [isOn],
        asks: {durationInMinutes: '10'},
        notes: [
          'Issues a new key that expires this many minutes from now, even if the current key would last longer.',
        ],
      },
    ),
    contentVerb.one(
      'end',
      'Disable',
      'admin-key disable-admin-key',
      {},
      {title: 'Disable the admin key', key: 'D', when: [isOn]},
    ),
  ],
};

/** The user's admin key: whether it is active, and what it does. */
export const adminKeyScreen: ObjectScreen = {
  id: 'admin-key',
  title: 'Admin key',
  aliases: ['key'],
  needs: [],
  crumb: () => 'Admin key',
  about: 'Admin key of this user: whether it is active, for how long, and what it does.',
  tabs: params => [
    describeTab('Admin key', readAdminKey, params, {
      reader: adminKeyReader,
      verbs: adminKeyVerbs,
    }),
  ],
};

/** `:adminkey on MINUTES` and `:adminkey off` show the request before it is sent. */
const enabling = 'Enable an admin key for some minutes; the request is shown first.';

export const adminKeyCommands: readonly PaletteCommand[] = [
  {
    name: 'adminkey',
    aliases: [],
    args: 'on MINUTES|off',
    about: 'Enable an admin key for some minutes, or disable it; the request is shown first.',
    choices: () => ['on', 'off'],
    effect: (_, [word]) =>
      word === 'off' ? 'Disable the admin key; the request is shown first.' : enabling,
    problem: (_, args) => problemOf(args),
    run(state, args) {
      const typed = readTypedCommand(commandOf(args), state.nowMs);
      return 'problem' in typed
        ? noEffects(showNotice(state, typed.problem, 'bad'))
        : openTypedCall(state, typed);
    },
  },
];

function commandOf([word, minutes = '10']: readonly string[]): string {
  return word === 'off'
    ? 'cf admin-key disable-admin-key'
    : `cf admin-key enable-admin-key --body '{"durationInMinutes":${Number(minutes)}}'`;
}

function problemOf([word, minutes, ...more]: readonly string[]): string | undefined {
  if (word === 'off') return minutes === undefined ? undefined : 'off takes no arguments';
  if (word !== 'on') return 'needs on or off, as in: adminkey on 30';
  const fits = minutes === undefined || /^[1-9]\d{0,4}$/.test(minutes);
  return fits && more.length === 0 ? undefined : 'needs a number of minutes after on, as in: on 30';
}
