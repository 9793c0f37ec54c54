import {operations} from '../../api/catalogue.ts';
import type {Resource} from '../model/resource.ts';
import type {AppState} from '../model/state.ts';

/** Rows the app has itself, as JSON texts; undefined for a list that a server or the monitor fills. */
export function localRows(resource: Resource, state: AppState): readonly string[] | undefined {
  switch (resource.local) {
    case undefined:
    case 'failed-urls':
    case 'failed-records':
    case 'failed-times':
      return undefined;
    case 'log':
      return state.log;
    case 'journal':
      // Newest first, so that entries of one millisecond are too.
      return [...state.journal].reverse();
    case 'profiles':
      return state.session.profiles.map(profile =>
        JSON.stringify({...profile, current: profile.name === state.session.profile}),
      );
    case 'operations':
      return operations.map(operation => {
        const {service, group, name, method, path, summary, effect, permission} = operation;
        const command = `${service === 'tracker' ? 'jr' : 'cf'} ${group} ${name}`;
        return JSON.stringify({command, effect, summary, method, path, permission});
      });
  }
}
