import {readBody} from '../body.ts';
import {fieldError} from '../errors.ts';
import {type Handlers, noContent, ok} from '../route.ts';
import {readAdministeredProject, readProject, requireNotArchived} from './lookup.ts';
import {siteEmail} from './project-bean.ts';

export const projectEmailHandlers: Handlers = {
  'tracker/project/get-email': call => {
    const project = readProject(call, 'projectId');
    return ok({emailAddress: project.senderEmail ?? siteEmail});
  },
  'tracker/project/update-email': call => {
    const project = readAdministeredProject(call, 'projectId');
    requireNotArchived(project);
    const address = readBody<{emailAddress: string}>(call).emailAddress ?? '';
    if (address !== '' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address)) {
      throw fieldError({emailAddress: `“${address}” is not an e-mail address.`});
    }
    const {senderEmail: _, ...rest} = project;
    const after = address === '' ? rest : {...rest, senderEmail: address};
    call.tracker.projects.set(project.id, after);
    return noContent;
  },
};
