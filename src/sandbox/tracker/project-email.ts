import {readBody} from '../body.ts';
import {fieldError} from '../errors.ts';
import type {Handlers} from '../route.ts';
import type {World} from '../world/world.ts';
import {readAdministeredProject, readProject, requireNotArchived} from './lookup.ts';
import {siteEmail} from './project-bean.ts';

/** Handlers by operation id. */
export const projectEmailHandlers: Handlers<World> = {
  /** The project's sender address, or the site's. */
  'tracker/project/get-email': (request, world) => {
    const project = readProject(request, world, 'projectId');
    return {status: 200, json: {emailAddress: project.senderEmail ?? siteEmail}};
  },
  /** An empty address goes back to the site's. */
  'tracker/project/update-email': (request, world) => {
    const project = readAdministeredProject(request, world, 'projectId');
    requireNotArchived(project);
    const address = readBody<{emailAddress: string}>(request).emailAddress ?? '';
    if (address !== '' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address)) {
      throw fieldError({emailAddress: `“${address}” is not an e-mail address.`});
    }
    const {senderEmail: _, ...rest} = project;
    const after = address === '' ? rest : {...rest, senderEmail: address};
    world.tracker.projects.set(project.id, after);
    return {status: 204};
  },
};
