import type {Feature} from '../../state/app/feature.ts';
import {leaveWrite} from '../../state/locations/go-to.ts';
import {openLocation} from '../../state/model/locations.ts';
import {tabsOf} from '../../state/model/screens.ts';
import type {AppState} from '../../state/model/state.ts';
import type {PaletteCommand} from '../../state/overlays/palette/palette-command.ts';
import {choiceKeys} from './choice-keys.ts';
import {differenceList, differenceReactions, localDifferences} from './differences.ts';
import {fileKey} from './file-key.ts';
import {
  configurationPanel,
  folderOfProfile,
  lastComparison,
  persistedComparison,
} from './last-comparison.ts';
import {savePlanCommand} from './save-plan.ts';

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
