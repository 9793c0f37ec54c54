import type {Operation} from '../../operation.ts';
import {inQuery} from '../inputs.ts';
import {reads} from '../outcomes.ts';

const projectvalidate = {
  service: 'tracker',
  group: 'projectvalidate',
  root: 'tracker',
  section: 'services T4.6',
  permission: 'None',
} as const;
const key = inQuery('key', 'string', {help: 'project key'});

/** The 3 checks of project keys and names (services T4.6). */
export const projectValidateOperations = (): readonly Operation[] => [
  {
    ...projectvalidate,
    ...reads,
    name: 'validate-project-key',
    summary: 'Check that a project key is valid and not in use',
    path: '/rest/api/3/projectvalidate/key',
    inputs: [key],
    notes: ['Returns 200 even for a key that is in use; the response lists the errors.'],
  },
  {
    ...projectvalidate,
    ...reads,
    name: 'get-valid-project-key',
    summary: 'Get a valid project key: the given one, or a generated one',
    path: '/rest/api/3/projectvalidate/validProjectKey',
    inputs: [key],
    notes: ['Returns a JSON string: the key, or a random one if the key is invalid or in use.'],
  },
  {
    ...projectvalidate,
    ...reads,
    name: 'get-valid-project-name',
    summary: 'Get a valid project name: the given one, or a generated one',
    path: '/rest/api/3/projectvalidate/validProjectName',
    inputs: [inQuery('name', 'string', {requiredByService: true, help: 'project name'})],
    notes: [
      'Returns a JSON string; a name that is in use gets a sequence number.',
      'Responds 404 if no name can be generated.',
    ],
  },
];
