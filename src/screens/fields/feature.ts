import {trackerRef} from '../../api/operation-ref.ts';
import type {Feature} from '../../state/app/feature.ts';
import {type HomeEntry, homeLine} from '../../state/model/count.ts';
import type {Resource} from '../../state/model/resource.ts';
import {priorities, resolutions, statuses, uiModifications} from './fields.ts';
import {fieldsElsewhere} from './fields-elsewhere.ts';
import {prioritySchemes, statusParts, uiContexts, whereUsedScreens} from './where-used.ts';

/** A home line with the count from the list's first item. */
const countedLine = (list: Resource, about: string, operation: string): HomeEntry =>
  homeLine('Fields', list, about, {
    call: trackerRef(operation, {maxResults: '1'}),
    count: 'total',
  });

/** Statuses, resolutions, priorities, UI modifications. */
export const fieldsFeature: Feature = {
  id: 'fields',
  lists: [
    statuses,
    ...statusParts,
    resolutions,
    priorities,
    prioritySchemes,
    uiModifications,
    uiContexts,
    ...fieldsElsewhere,
  ],
  objects: whereUsedScreens,
  home: [
    countedLine(statuses, 'used by workflows', 'statuses search'),
    countedLine(resolutions, 'how issues are resolved', 'resolution search'),
    countedLine(priorities, 'importance of issues', 'priority search'),
    countedLine(uiModifications, 'made by apps', 'uiModifications get-ui-modifications'),
  ],
};
