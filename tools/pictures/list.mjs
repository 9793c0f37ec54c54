/** Keys that go to a screen by the palette. */
const goTo = words => [':', words, 'enter'];

/** The projects, read. */
const projects = ['enter', 'see:HPAY'];

/**
 * The pictures of docs/screens.md: keys pressed from the home screen, texts waited for on the way
 * (`see:…`), and a text that must be seen at the end.
 */
export const pictures = [
  {name: 'home', keys: [], see: 'Webhooks'},
  {name: 'projects', keys: [...projects, 'j'], see: 'HPAY'},
  {name: 'filter', keys: [...projects, '/', 'classic'], see: 'HPAY'},
  {name: 'project', keys: [...projects, 'enter'], see: 'Overview'},
  {name: 'versions', keys: [...projects, 'enter', 'see:Overview', '2'], see: '%'},
  {name: 'operations', keys: ['X', '/', 'version', 'enter'], see: 'COMMAND'},
  {
    name: 'form',
    keys: ['X', '/', '"jr statuses search"', 'enter', 'enter', 'j', 'enter'],
    see: 'to pick',
  },
  {name: 'help', keys: [...projects, '?'], see: 'describe'},
  {name: 'palette', keys: [':', 've'], see: 'versions'},
  {name: 'blog-post', keys: [...goTo('blog'), 'see:CREATED', 'enter'], see: 'Post'},
];
