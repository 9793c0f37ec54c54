/**
 * The jobs an administrator sits down to do, and how many presses each may take from the home
 * screen; the letters of names and texts are not counted.
 */
export const jobRows = {
  '1 another lead where the lead has left': 5,
  '2 a version with a release date in words': 6,
  '3 release, the rest goes to the next version': 5,
  '4 merge two versions': 7,
  '5 archive three projects': 7,
  '5 see the archive, restore one': 4,
  '6 give a role a permission': 5,
  '6 take one from a group': 6,
  '7 make a scheme like another': 8,
  '8 another permission scheme': 5,
  '8 another notification scheme': 5,
  '9 tell a group of an event': 7,
  '10 refresh webhooks': 5,
  '10 register a webhook': 7,
  '10 delete a webhook': 5,
  '11 a failure, its webhook, send it again': 8,
  '12 write and publish a post': 9,
  '12 edit a post': 5,
  '12 label a post': 5,
  '12 delete a post': 5,
  '12 see the trash': 2,
  '13 rename a status after seeing where': 6,
  '14 make a priority the default': 4,
  '14 move a priority up': 5,
  '14 delete, another in its place': 6,
  '15 what a user may do, and why': 5,
  '16 a new project': 11,
  '17 undo the last change': 2,
  '18 one thing to all that a filter found': 6,
} as const;

/** A row of the jobs. */
export type JobRow = keyof typeof jobRows;
