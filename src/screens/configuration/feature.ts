import {siteKinds} from '../../site/kinds.ts';
import type {Feature} from '../../state/app/feature.ts';
import {key} from '../../state/keys/binding.ts';
import {leaveWrite} from '../../state/locations/go-to.ts';
import {openLocation} from '../../state/model/locations.ts';
import {valueInRow} from '../../state/model/row.ts';
import {tabsOf} from '../../state/model/screens.ts';
import {type AppState, viewOf} from '../../state/model/state.ts';
import {type Action, noEffects} from '../../state/model/transition.ts';
import type {PaletteCommand} from '../../state/overlays/palette/palette-command.ts';
import {
  type ActionTarget,
  actionTarget,
  objectOnScreen,
} from '../../state/overlays/write/verbs-here.ts';
import {choiceKeys} from './choice-keys.ts';
import {differenceList, differenceReactions, localDifferences} from './differences.ts';
import {
  configurationPanel,
  folderOfProfile,
  lastComparison,
  otherSideOf,
  persistedComparison,
} from './last-comparison.ts';
import {savePlanCommand} from './save-plan.ts';

/** The kind of configuration that a list shows, by the operations that list or read its rows. */
function kindIn({resource: {sources: [source] = [], describe}}: Pick<ActionTarget, 'resource'>) {
  const operations = new Set([source?.operation, describe?.call.operation]);
  return siteKinds.find(
    ({list, get, nameOf}) =>
      nameOf === undefined &&
      (operations.has(list.operation) || (get && operations.has(get.operation))),
  );
}

/** Parameters of the comparison of the row under the cursor, or of the object on the screen. */
function objectHere(state: AppState): Readonly<Record<string, string>> | undefined {
  const here = actionTarget(state);
  const at = here !== undefined && kindIn(here) !== undefined ? here : objectOnScreen(state);
  const kind = at && kindIn(at);
  const [row, ...others] = at?.rows ?? [];
  if (at === undefined || kind === undefined || row === undefined) return undefined;
  if (at.isMarked || others.length > 0) return undefined;
  const textOf = (...pointers: string[]): string => String(valueInRow(row, pointers) ?? '');
  const object = textOf(kind.idAt ?? '/id');
  const within =
    kind.layout === 'project'
      ? textOf('/key')
      : kind.layout === 'of project' && (at.params.project ?? textOf('/project', '/projectId'));
  if (object === '' || within === '') return undefined;
  return {kind: kind.id, object, name: row.name, ...(within !== false && {within})};
}

const compareWithFile: Action = state => {
  const from = otherSideOf(state);
  const found = objectHere(state);
  if (from === undefined || found === undefined) return noEffects(state);
  const {name, ...object} = found;
  const params = {from, ...object, crumb: `${name} and ${from}`};
  return openLocation(state, tabsOf(state.screens, differenceList.id, params));
};

/** Compares an object with its file in the folder of the profile, or the one compared last. */
const fileKey = key('=', 'compare with its file', compareWithFile, {
  scopes: ['list', 'text'],
  only: state =>
    otherSideOf(state) !== undefined &&
    viewOf(state, 'list')?.resource.id !== differenceList.id &&
    objectHere(state) !== undefined,
  menu: 'Compare with its file',
});

/** `:site DIR` and `:site @profile` compare this site with files or with another profile. */
const siteCommand: PaletteCommand = {
  name: 'site',
  aliases: ['config', 'drift'],
  args: '[DIR|@PROFILE]',
  about:
    'Compare this site with a folder of files or another profile, and make them equal; by default with the folder of the profile (site_files).',
  takesProfile: true,
  choices(state) {
    const known = [folderOfProfile(state) ?? [], lastComparison.of(state)?.from ?? []].flat();
    // Without either, enter asks what to compare with rather than using the first profile.
    const first = known.length === 0 ? [''] : new Set(known);
    return [...first, ...profilesBeside(state).map(name => `@${name}`)];
  },
  effect: (_, [from = '']) =>
    from === '' ? siteCommand.about : `compares this site with ${from}, to make them equal`,
  problem(state, [word = folderOfProfile(state) ?? '', ...more]) {
    if (word === '' || more.length > 0) return 'needs a folder or @PROFILE';
    if (!word.startsWith('@') || profilesBeside(state).includes(word.slice(1))) return undefined;
    return `no other profile ${word.slice(1)}`;
  },
  run: (before, [from = folderOfProfile(before) ?? '']) => {
    const state = leaveWrite(before);
    const crumb = `Configuration: ${from}`;
    return openLocation(state, tabsOf(state.screens, differenceList.id, {from, crumb}));
  },
};

function profilesBeside({session}: AppState): readonly string[] {
  return session.profiles.map(({name}) => name).filter(name => name !== session.profile);
}

/** The configuration of the site as files, or compared with another profile. */
export const configurationFeature: Feature = {
  id: 'configuration',
  lists: [differenceList],
  local: {[differenceList.id]: localDifferences},
  keys: [fileKey, ...choiceKeys],
  commands: [siteCommand, savePlanCommand],
  panels: [configurationPanel],
  persisted: [persistedComparison],
  reactions: differenceReactions,
};
