import {integer, lines, list, members, text} from '../fields.ts';
import type {Bodies} from '../shared.ts';

/** Build the body for moving resolutions or priorities (services W4.11). */
function moveBody(names: 'resolution' | 'priority', example: string) {
  return members(
    [
      list('ids', {type: 'text', names}, {required: true, help: 'ids in the new order', example}),
      text('after', {names, help: `id of the ${names} to move them after`}),
      text('position', {values: ['First'], help: 'position to move them to', example: 'First'}),
    ],
    {rules: [{kind: 'exactlyOne', inputs: ['after', 'position']}]},
  );
}

function defaultBody(names: 'resolution' | 'priority', example: string) {
  return members([
    text('id', {
      required: true,
      nullable: 'clears the default',
      names,
      help: `id of the ${names}; null clears the default`,
      example,
    }),
  ]);
}

const resolution = (example: string) =>
  members([
    text('name', {required: true, maxLength: 60, help: 'name', example}),
    lines('description', {maxLength: 255, help: 'description'}),
  ]);

const color = {help: 'colour, such as #ce0000'};
const icons = ['blocker', 'critical', 'high', 'highest', 'low', 'lowest', 'major', 'medium'];
const iconUrl = text('iconUrl', {
  values: [...icons, 'minor', 'trivial'].flatMap(name => [
    `/images/icons/priorities/${name}.png`,
    `/images/icons/priorities/${name}_new.png`,
  ]),
  nullable: 'no icon',
  help: 'path of the icon',
  deprecated: 'removed on 16 March 2025; use avatarId',
  gone: true,
});
const clears = {nullable: 'stays unchanged'};

/** Bodies of resolutions and priorities (services W4.11 and W4.12). */
export const orderBodies: Bodies = {
  'resolution create': resolution('Postponed'),
  'resolution update': resolution('Double'),
  'resolution move': moveBody('resolution', '10002'),
  'resolution set-default': defaultBody('resolution', '10000'),
  'priority create': members(
    [
      text('name', {required: true, maxLength: 60, help: 'name', example: 'Urgent'}),
      text('statusColor', {required: true, ...color, example: '#ce0000'}),
      integer('avatarId', {names: 'avatar', help: 'id of the icon', example: '10401'}),
      lines('description', {maxLength: 255, nullable: 'none', help: 'description'}),
      iconUrl,
    ],
    {rules: [{kind: 'exactlyOne', inputs: ['avatarId', 'iconUrl']}]},
  ),
  'priority update': members(
    [
      text('name', {maxLength: 60, ...clears, help: 'name'}),
      text('statusColor', {...clears, ...color}),
      integer('avatarId', {names: 'avatar', help: 'id of the icon'}),
      lines('description', {
        maxLength: 255,
        ...clears,
        help: 'description',
        example: 'Look at it today',
      }),
      iconUrl,
    ],
    {
      rules: [
        {
          kind: 'atLeastOne',
          inputs: ['name', 'statusColor', 'avatarId', 'description', 'iconUrl'],
        },
      ],
    },
  ),
  'priority move': moveBody('priority', '10000'),
  'priority set-default': defaultBody('priority', '3'),
};
