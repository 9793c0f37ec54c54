/** What is particular of sending a verb to the sandbox. */
export interface Sent {
  /** What its form is given, by the names of fields, where no example would do. */
  readonly with?: Readonly<Record<string, string>>;
  /** It is done to the first row. @default to what an earlier verb made, if it can be */
  readonly atFirst?: true;
  /** What the sandbox says of it in place of doing it. */
  readonly says?: RegExp;
  /** Nothing of it is shown where it was chosen. */
  readonly stays?: true;
  readonly why: string;
}

const stillEdited = {'body.read': 'restricted', 'body.update': 'open'};

const ofTitle = {
  'body.title.redactions.0.pointer': '',
  'body.title.redactions.0.from': '0',
  'body.title.redactions.0.to': '4',
};
const blackedOut: Sent = {with: ofTitle, why: 'what is blacked out lies within the title'};
const labelled: Sent = {stays: true, why: 'a list of posts says nothing of their labels'};

const memberAlready: Sent = {
  says: /^failed .*is a member of '[^']+' already/,
  why: 'the user of the example is in every group of the sandbox’s first rows',
};

/** By list or screen and verb. */
export const sentAs: Readonly<Record<string, Sent>> = {
  'category-projects no-classification': {
    says: /^failed .*has no default classification level/,
    why: 'no project there has one',
  },
  'application-groups add-member': memberAlready,
  'user-groups join': memberAlready,
  'group-members add': memberAlready,
  'all-components delete': {with: {moveIssuesTo: ''}, why: 'a new component has no issues'},
  'projects no-classification': {
    atFirst: true,
    why: 'there a level was set before; one that was just made has none to clear',
  },
  'permission-schemes copy': {with: {name: 'Quite new'}, why: 'a name is used once'},
  'notification-schemes copy': {with: {name: 'Quite new'}, why: 'a name is used once'},
  'whiteboard-children restrict': {with: stillEdited, why: 'nobody takes their own access'},
  'whiteboard-tree restrict': {with: stillEdited, why: 'nobody takes their own access'},
  'whiteboard restrict': {with: stillEdited, why: 'nobody takes their own access'},
  'related-work add': {
    with: {title: 'Text', url: 'https://x.example', category: 'Design'},
    why: 'the service wants an address with its scheme',
  },
  'tasks cancel': {
    says: /^failed .*A delete is transactional and cannot be cancelled/,
    why: 'the tasks of the sandbox delete, and such a task is not cancelled',
  },
  'avatars upload': {
    with: {body: '/avatar.png', size: '1'},
    why: 'a crop lies within the image',
  },
  'notification-schemes assign': {stays: true, why: 'its list says nothing of projects'},
  'all-versions merge': {
    says: /^failed .*into another one of its project only/,
    why: 'the example is a version of another project',
  },
  'all-versions release': {
    atFirst: true,
    with: {moveUnfixedIssuesTo: ''},
    why: 'one that was just made begins after today, and the example is of another project',
  },
  'version-timeline merge': {
    says: /^failed .*into another one of its project only/,
    why: 'the example is a version of another project',
  },
  'version-timeline release': {
    atFirst: true,
    with: {moveUnfixedIssuesTo: ''},
    why: 'one that was just made begins after today, and the example is of another project',
  },
  'versions release': {atFirst: true, why: 'one that was just made begins after today'},
  'blog-posts label': labelled,
  'space-posts label': labelled,
  'blog-posts redact': blackedOut,
  'space-posts redact': blackedOut,
  'label-posts redact': blackedOut,
  'spaces write-post': {stays: true, why: 'a list of spaces says nothing of their posts'},
  'spaces create-board': {stays: true, why: 'a list of spaces says nothing of their whiteboards'},
};
