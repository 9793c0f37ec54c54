import {switchTo} from '../../state/locations/go-to.ts';
import {nameText, state, url} from '../../state/model/column.ts';
import {list} from '../../state/model/resource.ts';
import type {LocalList} from '../../state/model/step.ts';

/** Profiles of the configuration; enter switches to one. */
export const profiles = list({
  id: 'profiles',
  noun: 'profile',
  aliases: ['profile', 'switch'],
  local: 'profiles',
  identity: ['/name'],
  columns: [
    nameText('PROFILE', '/name', {id: 'name', min: 14, max: 30}),
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
});

/** Its rows: those of the session. */
export const localProfiles: LocalList = {
  rows: ({session}) =>
    session.profiles.map(profile =>
      JSON.stringify({...profile, current: profile.name === session.profile}),
    ),
  open: (state, row) => switchTo(state, row.id),
};
