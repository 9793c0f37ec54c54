/**
 * How much damage a permission allows: `grave` destroys or hands over, `strong` changes others'
 * work.
 */
export type PermissionWeight = 'grave' | 'strong';

const weights: Readonly<Record<PermissionWeight, readonly string[]>> = {
  grave: [
    ...['ADMINISTER_PROJECTS', 'DELETE_ISSUES', 'DELETE_ALL_COMMENTS', 'DELETE_ALL_ATTACHMENTS'],
    ...['DELETE_ALL_WORKLOGS', 'EDIT_WORKFLOW'],
  ],
  strong: [
    ...['EDIT_ALL_COMMENTS', 'EDIT_ALL_WORKLOGS', 'MOVE_ISSUES', 'MODIFY_REPORTER'],
    ...['SET_ISSUE_SECURITY', 'EDIT_ISSUE_LAYOUT'],
  ],
};

/** Return the weight of a project permission; undefined for an ordinary one. */
export function permissionWeight(key: string): PermissionWeight | undefined {
  if (weights.grave.includes(key)) return 'grave';
  return weights.strong.includes(key) ? 'strong' : undefined;
}
