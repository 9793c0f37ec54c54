/** Values for the placeholders of the task scripts, in the sandbox with a fixed clock. */
export const words = {
  '5 see the archive, restore one': {name: 'Brand Refresh'},
  '6 take one from a group': {permission: 'ASSIGN_ISSUES'},
  '10 delete a webhook': {object: '10000'},
  '14 delete, another in its place': {name: 'Declined', other: 'Hardware Failure'},
};

/** Preparations before a task, not recorded. */
export const before = {
  '17 undo the last change': [
    ': "projects /LMA" enter e enter "Another name" ctrl+s enter enter esc esc',
  ],
};

/** Numbers of LMA versions that exist before a task. */
export const sprints = {'18 one thing to all that a filter found': 40};
