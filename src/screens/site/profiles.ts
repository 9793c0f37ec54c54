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
    {
      id: 'name',
      title: 'PROFILE',
      from: ['/name'],
      kind: 'text',
      min: 14,
      max: 30,
      worth: 0,
      tone: 'title',
    },
    {
      id: 'state',
      title: 'STATE',
      from: ['/current'],
      kind: 'state',
      states: [
        {flag: '/current', word: 'in use', tone: 'good'},
        {flag: '/protected', word: 'protected', tone: 'bad'},
      ],
      worth: 0,
    },
    {
      id: 'tracker',
      title: 'TRACKER',
      from: ['/tracker'],
      kind: 'url',
      min: 16,
      max: 60,
      grows: true,
      worth: 1,
    },
    {id: 'content', title: 'CONTENT', from: ['/content'], kind: 'url', min: 16, max: 60, worth: 2},
  ],
  empty: 'There are no profiles to switch to. Save one: jr configure --profile NAME',
  about: 'Both services of one profile name; enter switches to it.',
};
