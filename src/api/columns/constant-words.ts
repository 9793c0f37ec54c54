/** Words of the service's pages for its constants, as `words` of a column. */
export const constantWords = {
  projectType: {service_desk: 'service management', product_discovery: 'product discovery'},
  projectStyle: {classic: 'company-managed', 'next-gen': 'team-managed'},
  assigneeType: {
    COMPONENT_LEAD: 'component lead',
    PROJECT_LEAD: 'project lead',
    PROJECT_DEFAULT: 'project default',
    UNASSIGNED: 'unassigned',
  },
  featureState: {ENABLED: 'enabled', DISABLED: 'disabled', COMING_SOON: 'coming soon'},
  scope: {GLOBAL: 'global', PROJECT: 'project', TEMPLATE: 'template'},
  auditObject: {
    USER: 'user',
    PROJECT: 'project',
    GROUP: 'group',
    SCHEME: 'scheme',
    REMOTE_DIRECTORY: 'remote directory',
    WORKFLOW: 'workflow',
    PERMISSIONS: 'permissions',
    CUSTOM_FIELD: 'custom field',
    PROJECT_CATEGORY: 'project category',
    PROJECT_COMPONENT: 'component',
    PROJECT_ROLE: 'project role',
    SCREEN: 'screen',
    VERSION: 'version',
  },
  statusCategory: {TODO: 'to do', IN_PROGRESS: 'in progress', DONE: 'done'},
} as const;
