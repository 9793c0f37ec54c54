/** Labels of webhook events: name as registered and listed → label (services W2). */
export const webhookEventWords = {
  'jira:issue_created': 'Issue created',
  'jira:issue_updated': 'Issue updated',
  'jira:issue_deleted': 'Issue deleted',
  comment_created: 'Comment created',
  comment_updated: 'Comment updated',
  comment_deleted: 'Comment deleted',
  issue_property_set: 'Issue property set',
  issue_property_deleted: 'Issue property deleted',
  sprint_created: 'Sprint created',
  sprint_updated: 'Sprint updated',
  sprint_closed: 'Sprint closed',
  sprint_deleted: 'Sprint deleted',
  sprint_started: 'Sprint started',
  'jira:version_released': 'Version released',
  'jira:version_unreleased': 'Version unreleased',
  'jira:version_created': 'Version created',
  'jira:version_moved': 'Version moved',
  'jira:version_updated': 'Version updated',
  'jira:version_merged': 'Version merged',
  'jira:version_deleted': 'Version deleted',
} as const;

/** Event names of webhooks, as registered and listed (services W2). */
export const webhookEvents = Object.keys(
  webhookEventWords,
) as readonly (keyof typeof webhookEventWords)[];
