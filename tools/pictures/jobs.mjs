/** What the scripts of the jobs leave open, as the sandbox of the still clock has it. */
export const words = {
  '5 see the archive, restore one': {name: 'Brand Refresh'},
  '6 take one from a group': {permission: 'ASSIGN_ISSUES'},
  '10 delete a webhook': {object: '10000'},
  '14 delete, another in its place': {name: 'Declined', other: 'Hardware Failure'},
};

/** What is done before a job begins, unseen. */
export const before = {
  '17 undo the last change': [
    ': "projects /LMA" enter e enter "Another name" ctrl+s enter enter esc esc',
  ],
};

/** Versions of LMA that are there before a job begins. */
export const sprints = {'18 one thing to all that a filter found': 40};
