/** Status categories as the statuses operations name them (services T2.8). */
export type StatusCategory = 'TODO' | 'IN_PROGRESS' | 'DONE';

export interface Status {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category: StatusCategory;
  /** Absent: global. */
  readonly projectId?: string;
}

export interface Workflow {
  readonly id: string;
  readonly name: string;
  readonly statusIds: readonly string[];
}

export interface IssueType {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** 1 above ordinary, 0 ordinary, -1 sub-task. */
  readonly level: number;
  readonly avatarId: number;
}

export interface Resolution {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

export interface Priority {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly statusColor: string;
  readonly avatarId: number;
}

/** Which priorities some projects offer. */
export interface PriorityScheme {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isDefault: boolean;
  readonly priorityIds: readonly string[];
  /** Absent for the default one, which holds every project not in another. */
  readonly projectIds?: readonly string[];
}

const status = (id: string, name: string, category: StatusCategory, description = ''): Status => ({
  id,
  name,
  category,
  description,
});

export const globalStatuses: readonly Status[] = [
  status('1', 'Open', 'TODO', 'The issue is open and ready for the assignee to start work on it.'),
  status('3', 'In Progress', 'IN_PROGRESS', 'Somebody is working on it.'),
  status('4', 'Reopened', 'TODO', 'It was resolved once, but the resolution was wrong.'),
  status('5', 'Resolved', 'DONE', 'A resolution was chosen; the reporter may verify it.'),
  status('6', 'Closed', 'DONE', 'Finished and verified.'),
  status('10000', 'To Do', 'TODO'),
  status('10001', 'Done', 'DONE'),
  status('10002', 'Backlog', 'TODO', 'Not planned yet.'),
  status('10003', 'Selected for Development', 'TODO'),
  status('10004', 'In Review', 'IN_PROGRESS', 'Waiting for another pair of eyes.'),
  status('10005', 'Waiting for Support', 'IN_PROGRESS'),
  status('10006', 'Waiting for Customer', 'IN_PROGRESS'),
  status('10007', 'Escalated', 'IN_PROGRESS'),
  status('10008', 'Awaiting Approval', 'IN_PROGRESS'),
  status('10009', 'Declined', 'DONE'),
  status('10010', 'Verified in Staging ✔', 'DONE'),
];

export const sharedWorkflows: readonly Workflow[] = [
  {id: '10100', name: 'classic default', statusIds: ['1', '3', '4', '5', '6']},
  {
    id: '10101',
    name: 'Software simplified',
    statusIds: ['10002', '10003', '3', '10004', '10001', '10010'],
  },
  {id: '10102', name: 'Service fulfilment', statusIds: ['10005', '10006', '10007', '5', '6']},
  {id: '10103', name: 'Business approval', statusIds: ['10000', '3', '10008', '10001', '10009']},
];

export const issueTypes: readonly IssueType[] = [
  {id: '10000', name: 'Epic', description: 'A big story.', level: 1, avatarId: 10307},
  {id: '10001', name: 'Story', description: 'What a user wants.', level: 0, avatarId: 10315},
  {id: '10002', name: 'Task', description: 'A small piece of work.', level: 0, avatarId: 10318},
  {id: '10003', name: 'Sub-task', description: 'A part of a task.', level: -1, avatarId: 10316},
  {id: '10004', name: 'Bug', description: 'Something is wrong.', level: 0, avatarId: 10303},
  {id: '10005', name: 'Service Request', description: 'Help wanted.', level: 0, avatarId: 10321},
  {id: '10006', name: 'Incident', description: 'An outage.', level: 0, avatarId: 10304},
  {id: '10007', name: 'Change', description: 'A change to a service.', level: 0, avatarId: 10311},
  {id: '10008', name: 'Approval', description: 'Somebody decides.', level: 0, avatarId: 10312},
];

/** Resolutions in their order; the first one made is the default. */
export const resolutions: readonly Resolution[] = [
  {id: '10000', name: 'Done', description: 'Work has been completed on this issue.'},
  {id: '10001', name: 'Won’t Do', description: 'This issue won’t be actioned.'},
  {id: '10002', name: 'Duplicate', description: 'The problem is a duplicate of another issue.'},
  {id: '10003', name: 'Cannot Reproduce', description: 'All attempts at reproducing it failed.'},
  {id: '10004', name: 'Known Error', description: 'The cause is known and there is a workaround.'},
  {id: '10005', name: 'Hardware Failure', description: 'A broken part was replaced.'},
  {id: '10006', name: 'Declined', description: 'This issue was not approved.'},
];

/** Priorities from most to least urgent. */
export const priorities: readonly Priority[] = [
  {
    id: '1',
    name: 'Highest',
    description: 'This problem will block progress.',
    statusColor: '#d04437',
    avatarId: 10401,
  },
  {
    id: '2',
    name: 'High',
    description: 'Serious problem that could block progress.',
    statusColor: '#f15C75',
    avatarId: 10402,
  },
  {
    id: '3',
    name: 'Medium',
    description: 'Has the potential to affect progress.',
    statusColor: '#f79232',
    avatarId: 10403,
  },
  {
    id: '4',
    name: 'Low',
    description: 'Minor problem or easily worked around.',
    statusColor: '#707070',
    avatarId: 10404,
  },
  {
    id: '5',
    name: 'Lowest',
    description: 'Trivial problem with little or no impact on progress.',
    statusColor: '#999999',
    avatarId: 10405,
  },
  {
    id: '10000',
    name: 'Regulator deadline',
    description: 'A date set by law.',
    statusColor: '#6554c0',
    avatarId: 10406,
  },
];
