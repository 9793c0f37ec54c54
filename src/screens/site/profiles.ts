import {state, text, url} from '../../state/model/column.ts';
import type {Resource} from '../../state/model/resource.ts';

/** Profiles of the configuration; enter switches to one. */
export const profiles: Resource = {
  id: 'profiles',
  title: 'Profiles',
  noun: 'profile',
  service: 'tracker',
  aliases: ['profile', 'switch'],
  needs: [],
  sources: [],
  local: 'profiles',
  identity: ['/name'],
  name: ['/name'],
  columns: [
    text('PROFILE', '/name', {id: 'name', min: 14, max: 30, worth: 0, tone: 'title'}),
    state(
      'STATE',
      [
        ['/current', 'in use', 'good'],
        ['/protected', 'protected', 'bad'],
      ],
      {worth: 0},
    ),
    url('TRACKER', '/tracker', {min: 16, max: 60, grows: true}),
    url('CONTENT', '/content', {min: 16, max: 60, worth: 2}),
  ],
  empty: 'There are no profiles to switch to. Save one: jr configure --profile NAME',
  about: 'Both services of one profile name; enter switches to it.',
};
