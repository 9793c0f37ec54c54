/**
 * The jobs an administrator sits down to do, and how many presses each may take from the home
 * screen; the letters of names and texts are not counted.
 */
export const jobRows = {
  '1 another lead where the lead has left': 5,
  '2 a version with a release date in words': 6,
  '3 release, the rest goes to the next version': 6,
  '4 merge two versions': 8,
  '5 archive three projects': 7,
  '5 see the archive, restore one': 4,
  '6 give a role a permission': 8,
  '6 take one from a group': 6,
  '7 make a scheme like another': 8,
  '8 another permission scheme': 5,
  '8 another notification scheme': 5,
  '9 tell a group of an event': 8,
  '10 refresh webhooks': 5,
  '10 register a webhook': 9,
  '10 delete a webhook': 6,
  '11 a failure, its webhook, send it again': 8,
  '12 write and publish a post': 10,
  '12 edit a post': 6,
  '12 label a post': 5,
  '12 delete a post': 5,
  '12 see the trash': 5,
  '13 rename a status after seeing where': 7,
  '14 make a priority the default': 4,
  '14 move a priority up': 5,
  '14 delete, another in its place': 7,
  '15 what a user may do, and why': 5,
  '16 a new project': 12,
  '17 undo the last change': 2,
  '18 one thing to all that a filter found': 6,
} as const;

/** A row of the jobs. */
export type JobRow = keyof typeof jobRows;
