import {isBuiltInPermission} from '../../api/access/permission-names.ts';
import type {Feature} from '../../state/app/feature.ts';
import {listSpec, type ObjectScreen} from '../../state/model/object-screen.ts';
import {accessCommand} from './access-command.ts';
import {
  accessFindings,
  accessPeople,
  accessPermissions,
  accessProjects,
  accessWhy,
  localAccess,
} from './access-lists.ts';
import {questionCrumb, questionOf, userNameIn} from './access-question.ts';
import {fixKeys} from './fix-keys.ts';
import {accessReactions, accessRows} from './read-access.ts';
import {serviceAnswers} from './service-answers.ts';

/** The answer to a question: people × permissions, and what is wrong. */
const accessScreen: ObjectScreen = {
  id: 'access',
  title: 'Who may do what',
  needs: ['projects'],
  unlisted: true,
  about: 'Who may do what in projects, by which grant, and what is wrong.',
  crumb: questionCrumb,
  tabs: params => {
    const {projects, users, permissions} = questionOf(params);
    // The service takes project and global permissions apart; other permissions are known only
    // after reading.
    const mayBeGlobal = permissions.some(key => !isBuiltInPermission(key));
    if (projects === undefined && users !== undefined && !mayBeGlobal) {
      return users.map(accountId => {
        const own = {...params, accountId};
        return {title: userNameIn(accountId, params), spec: listSpec(serviceAnswers(own), own)};
      });
    }
    return [
      {title: 'People', spec: listSpec(accessPeople(params), params)},
      ...(users === undefined ? [{list: accessFindings.id}] : []),
    ];
  },
};

/** Who may do what, why, and what is wrong about access. */
export const accessFeature: Feature = {
  id: 'access',
  lists: [accessPeople(), accessProjects(), accessPermissions, accessWhy, accessFindings],
  objects: [accessScreen],
  local: {[localAccess]: accessRows},
  keys: fixKeys,
  commands: [accessCommand],
  reactions: accessReactions,
};
