import type {JobRow} from './job-rows.ts';

/**
 * The keys of each job from the home screen, in parts: at the end of each there is something to
 * look at before one goes on, at the end of the last what came of it. What stands between quotes is
 * typed; `{word}` stands for what whoever plays it knows: a name that the site gives, an address of
 * one's own.
 */
export const jobScripts = {
  '1 another lead where the lead has left': [
    ': "projects /left" enter',
    'H "petra l"',
    'enter',
    'enter',
  ],
  '2 a version with a release date in words': [
    ': "versions HPAY" enter a "4.0" tab "in two weeks"',
    'ctrl+s',
    'enter',
  ],
  '3 release, the rest goes to the next version': [
    ': "versions HPAY /2.4" enter f "2.5"',
    'ctrl+s',
    'enter',
  ],
  '4 merge two versions': [
    ': "versions HPAY /2.2" enter M "2.5" ctrl+s',
    'c enter "2.2.0"',
    'enter',
  ],
  '5 archive three projects': ['enter space space space x', 'A', 'enter'],
  '5 see the archive, restore one': [': "archived /{name}" enter', 'V', 'enter'],
  '6 give a role a permission': [
    ': "permission-matrix software /delete issues col:viewers" enter space',
    'ctrl+s',
    'enter',
  ],
  '6 take one from a group': [
    ': "permission-matrix software /{permission} col:G:" enter space',
    'ctrl+s enter',
    'y',
  ],
  '7 make a scheme like another': [': "perm" enter space =', '> ctrl+s', 'enter y'],
  '8 another permission scheme': [': "projects /Harbour" enter K "software"', 'enter', 'enter'],
  '8 another notification scheme': [': "projects /Harbour" enter B "quiet"', 'enter', 'enter'],
  '9 tell a group of an event': [
    ': "notification-matrix quiet /issue created" enter a "site-adm" enter space',
    'ctrl+s',
    'enter',
  ],
  '10 refresh webhooks': [': "webhooks" enter Z enter', 'enter'],
  '10 register a webhook': [
    ': "webhooks" enter a "https://app.example.com/hook" tab "project = HPAY" tab "jira:issue_created"',
    'ctrl+s',
    'enter',
  ],
  '10 delete a webhook': [': "webhooks" enter D', 'enter "{object}"', 'enter'],
  '11 a failure, its webhook, send it again': [
    ': "failed" enter enter',
    'C 9 F "{address}" enter',
    'w',
  ],
  '12 write and publish a post': [
    ': "blog" enter a shift+tab "Product" tab "Hello" tab ctrl+e',
    'ctrl+s',
    'enter',
  ],
  '12 edit a post': [': "blog" enter e "Another title" ctrl+s', 'enter'],
  '12 label a post': [': "blog" enter # "q4" ctrl+s', 'enter'],
  '12 delete a post': [': "blog" enter D', 'enter', 'y'],
  '12 see the trash': [': "trash" enter'],
  '13 rename a status after seeing where': [
    ': "statuses /In Progress" enter enter',
    'e "At work" ctrl+s',
    'enter',
  ],
  '14 make a priority the default': [': "priorities /High" enter F', 'enter'],
  '14 move a priority up': [': "priorities /lowest" enter alt+up', 'enter', 'enter'],
  '14 delete, another in its place': [
    ': "resolutions /{name}" enter D "{other}" ctrl+s',
    'enter "{name}"',
    'enter',
  ],
  '15 what a user may do, and why': [': "users /Lena" enter K ctrl+s', 'enter'],
  '16 a new project': [
    ': "projects" enter a "Harbour Loans" tab "HPAY"',
    'ctrl+u "HLOAN" tab "soft" tab tab "petra l" tab "default" ctrl+s',
    'enter',
  ],
  '17 undo the last change': ['u', 'enter'],
  '18 one thing to all that a filter found': [': "versions LMA /sprint" enter *', 'A enter', 'y'],
} as const satisfies Readonly<Record<JobRow, readonly string[]>>;

/** What stands for the words in braces of a script. */
export type ScriptWords = Readonly<Record<string, string>>;

/** The keys of a part of a job, or of all its parts. */
export function scriptOf(row: JobRow, words: ScriptWords = {}, part?: number): string {
  const parts: readonly string[] = jobScripts[row];
  const script = part === undefined ? parts.join(' ') : (parts[part] ?? '');
  return script.replace(/\{(\w+)\}/g, (all, name: string) => words[name] ?? all);
}
