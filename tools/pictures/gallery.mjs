/** Return the keys that open a screen with the palette, and texts to wait for. */
const goTo = (words, ...seen) => [':', words, 'enter', ...seen.map(text => `see:${text}`)];

/** Terminal sizes of the gallery, in columns and rows. */
export const sizes = [
  [80, 24],
  [120, 40],
  [200, 60],
];

/** The screens of docs/gallery in the order of one session; `see:…` waits for a text. */
export const gallery = [
  {
    name: 'home',
    keys: ['see:peak', 'gone:counting'],
    narrow: ['see:Needs attention', 'gone:counting'],
  },
  {
    name: 'projects',
    keys: goTo('projects', 'HPAY', 'Open versions', 'Structure'),
    narrow: goTo('projects', 'HPAY'),
  },
  {
    name: 'project',
    keys: goTo('project HPAY', 'Open versions', 'Open to the world', 'Service desk'),
  },
  {
    name: 'versions',
    keys: goTo('versions HPAY', '2.4.0', 'Mateo', 'Tariq', 'Noor', 'Petra', 'Callum'),
  },
  {name: 'permission-schemes', keys: goTo('permission-schemes', 'Default')},
  {name: 'permission-matrix', keys: ['enter', 'see:Grants', '2', 'see:●']},
  {name: 'notification-schemes', keys: goTo('notification-schemes', 'NAME')},
  {name: 'webhooks', keys: goTo('webhooks', 'LEFT')},
  {name: 'failed-webhooks', keys: goTo('failed-webhooks', 'polled')},
  {name: 'blog-posts', keys: goTo('blog-posts', 'CREATED')},
  {name: 'statuses', keys: goTo('statuses', 'CATEGORY')},
  {name: 'priorities', keys: goTo('priorities', 'NAME')},
  {name: 'users', keys: goTo('users', 'NAME')},
  {name: 'spaces', keys: goTo('spaces', 'KEY')},
  {name: 'operations', keys: goTo('operations', 'COMMAND')},
  {name: 'form', keys: ['/', '"jr version create"', 'enter', 'enter']},
  {name: 'actions', keys: ['esc', ...goTo('projects', 'HPAY'), 'x']},
  {name: 'palette', keys: ['esc', ':', 'ver', 'gone:searching']},
  {name: 'help', keys: ['esc', '?']},
  {
    name: 'import',
    keys: [
      'esc',
      ...goTo(
        'import version create tools/pictures/rows.csv Project=projectId:name',
        'ready',
        'invalid',
      ),
    ],
  },
];

/**
 * The screens that `--check` generates without arguments, in half a minute; most others show the
 * same. Each is preceded by those of `gallery` that lead to it. The palette is left out: its order
 * depends on the screens that were opened before.
 */
export const checked = [
  {
    size: [80, 24],
    paper: 'dark',
    screens: [
      ...['home', 'projects', 'project', 'versions', 'permission-schemes', 'permission-matrix'],
      ...['webhooks', 'failed-webhooks', 'operations', 'form', 'actions', 'help'],
    ],
  },
  {
    size: [120, 40],
    paper: 'light',
    screens: ['home', 'projects', 'project', 'versions', 'permission-schemes'],
  },
];

/** A minute's work: keys, and the seconds for which the result is shown. */
export const minute = [
  {keys: ['see:peak', 'gone:counting'], seconds: 5},
  {keys: ['n'], seconds: 3},
  {keys: [':'], seconds: 1},
  {keys: ['hp'], seconds: 1},
  {keys: ['ay', 'see:Harbour'], seconds: 3},
  {keys: ['enter', 'see:Overview'], seconds: 5},
  {keys: ['2', 'see:2.4.0'], seconds: 4},
  {keys: ['/'], seconds: 1},
  {keys: ['overdue', 'enter'], seconds: 4},
  {keys: ['x'], seconds: 5},
  {keys: ['esc'], seconds: 1},
  {keys: ['y'], seconds: 4},
  {keys: [':', 'failed-webhooks', 'enter', 'see:polled'], seconds: 5},
  {keys: ['j'], seconds: 2},
  {
    keys: [':', 'permission-schemes', 'enter', 'see:NAME', 'enter', 'see:Grants', '2', 'see:●'],
    seconds: 5,
  },
  {keys: ['?'], seconds: 5},
];

/**
 * Signing in to a site without a configuration: a wrong token, then the right one.
 *
 * @param site as `openSite` returns it
 */
export const signIn = ({host, user, token}) => [
  {keys: ['see:Sign in'], seconds: 3},
  {keys: [host], seconds: 2},
  {keys: ['enter', user], seconds: 2},
  {keys: ['enter', 'an-old-token'], seconds: 2},
  {keys: ['enter', 'see:rejected'], seconds: 4},
  {keys: ['ctrl+u', token], seconds: 2},
  {keys: ['enter', 'see:Needs attention', 'gone:counting'], seconds: 6},
];
