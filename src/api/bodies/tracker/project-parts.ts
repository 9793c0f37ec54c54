import {wordedValues} from '../../worded-values.ts';
import {lines, members, text} from '../fields.ts';
import type {Bodies} from '../shared.ts';

const categoryName = {help: 'name of the project category', example: 'Research'};
const readOnlyParts = [
  ...['ari', 'assignee', 'id', 'isAssigneeTypeValid', 'lead', 'metadata', 'projectId'],
  ...['realAssignee', 'realAssigneeType', 'self'],
];

const component = (isNew: boolean) => {
  const required = isNew ? {required: true as const} : {};
  return members(
    [
      text('name', {
        ...required,
        help: 'name of the component',
        example: isNew ? 'Checkout' : 'Payment page',
      }),
      lines('description', {help: 'description'}),
      text('project', {
        ...required,
        names: 'project',
        by: 'key',
        help: isNew ? 'key of the project' : 'key of the project; cannot be changed',
        ...(isNew ? {example: 'HPAY'} : {}),
      }),
      text('leadAccountId', {names: 'user', help: 'account id of the lead'}),
      text('leadUserName', {help: 'former field', deprecated: 'use leadAccountId'}),
      text('assigneeType', {
        ...wordedValues({
          PROJECT_DEFAULT: 'Project default',
          COMPONENT_LEAD: 'Component lead',
          PROJECT_LEAD: 'Project lead',
          UNASSIGNED: 'Unassigned',
        }),
        closed: true,
        help: 'default assignee of its issues',
      }),
    ],
    {ignored: readOnlyParts},
  );
};

/** Bodies of project categories and components. */
export const projectPartBodies: Bodies = {
  'projectCategory create-project-category': members(
    [text('name', {required: true, ...categoryName}), lines('description', {help: 'description'})],
    {ignored: ['id', 'self']},
  ),
  'projectCategory update-project-category': members(
    [
      text('name', {...categoryName, example: 'Studies'}),
      lines('description', {help: 'description'}),
    ],
    {ignored: ['id', 'self']},
  ),
  'component create': component(true),
  'component update': component(false),
};
