import {trackerError} from '../errors.ts';
import {type Handlers, ok} from '../route.ts';
import {type ProjectType, projectTypes} from '../world/site-setup.ts';

export const projectTypesHandlers: Handlers = {
  'tracker/project/get-all-project-types': () => ok(projectTypes.map(typeBean)),
  'tracker/project/get-all-accessible-project-types': () =>
    ok(projectTypes.filter(type => type.licensed).map(typeBean)),
  'tracker/project/get-accessible-project-type-by-key': call => {
    const key = call.params.projectTypeKey ?? '';
    const type = projectTypes.find(one => one.key === key && one.licensed);
    if (type === undefined) throw trackerError(404, `The project type ${key} is not accessible.`);
    return ok(typeBean(type));
  },
};

function typeBean(type: ProjectType): unknown {
  const {key, formattedKey, descriptionKey: descriptionI18nKey, color} = type;
  const icon = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=';
  return {key, formattedKey, descriptionI18nKey, icon, color};
}
