import {repeatRequest} from '../../screens/site/exchange.ts';
import {nextNew, nextWindow, toggleFollow} from '../../screens/webhooks/monitor/actions.ts';
import {addColumn, inChooser} from '../layers/columns/chooser-update.ts';
import {browse} from '../layers/copy/browse.ts';
import {copyCommand, copyId} from '../layers/copy/copy.ts';
import {openCopyMenu} from '../layers/copy/copy-menu.ts';
import {openedHelp} from '../layers/help/state.ts';
import {findPaletteCommand} from '../layers/palette/commands.ts';
import {focusPreview, togglePreview, zoomPreview} from '../layers/preview/preview.ts';
import {commandOverWrite, doWrite} from '../layers/write/write-deeds.ts';
import {goTo, openObject} from '../locations/go-to.ts';
import {refresh, toggleAuto} from '../locations/refresh.ts';
import {switchTo} from '../locations/switch-profile.ts';
import {toPrevious, travel} from '../locations/travel.ts';
import {switchMouse} from '../look/look-commands.ts';
import type {Command} from '../model/event.ts';
import {closePlace, openPlace, openTab} from '../model/places.ts';
import {openPrompt} from '../model/prompt.ts';
import {bodyLines} from '../model/room.ts';
import {tabsOf} from '../model/screens.ts';
import {type AppState, currentPlace} from '../model/state.ts';
import {type Step, stay} from '../model/step.ts';
import {
  clearField,
  editField,
  formAsCommand,
  runForm,
  toggleRequest,
} from '../views/form/form-actions.ts';
import {openForm} from '../views/form/open-form.ts';
import {compare} from '../views/list/compare.ts';
import {askExport, exportRows} from '../views/list/export-rows.ts';
import {fold} from '../views/list/fold.ts';
import {mark} from '../views/list/mark-actions.ts';
import {pickColumn, reverseOrder, sortByColumn, toggleWide} from '../views/list/pick-column.ts';
import {openJq} from '../views/text/jq.ts';
import {nextMatch, sideways, toggleWrap} from '../views/text/text-actions.ts';
import {openTyped} from '../write/run-typed.ts';
import {back, interrupt, quit} from './leave.ts';
import {moveColumn, nextProblem, scroll, toBottom} from './move.ts';
import {describe, open, raw} from './open.ts';

const goesAway: ReadonlySet<Command['kind']> = new Set(['goto', 'screen', 'typed', 'form']);

/** Do what a key asks for. */
export function runCommand(before: AppState, command: Command): Step {
  const quiet = before.notice === undefined ? before : {...before, notice: undefined};
  const over = commandOverWrite(quiet, command);
  if (over !== undefined) return over;
  // Going somewhere else leaves a write, of which nothing was sent or all has ended.
  const state = goesAway.has(command.kind) ? {...quiet, write: undefined} : quiet;
  switch (command.kind) {
    case 'move':
      return scroll(state, at => at + command.by);
    case 'movePage':
      return scroll(state, at => at + Math.trunc(command.pages * bodyLines(state)));
    case 'nextProblem':
      return nextProblem(state, command.by);
    case 'moveColumn':
      return moveColumn(state, command.by);
    case 'moveTo':
      return command.end === 'top'
        ? scroll(state, () => 0)
        : toBottom(state, before.notice?.asks === 'readAll');
    case 'open':
      return open(state);
    case 'describe':
      return describe(state);
    case 'raw':
      return raw(state);
    case 'back':
      return back(state);
    case 'close':
      return state.places.length > 1 ? closePlace(state) : quit(state);
    case 'travel':
      return travel(state, command.by);
    case 'previousView':
      return toPrevious(state);
    case 'refresh':
      return refresh(state);
    case 'autoRefresh':
      return toggleAuto(state);
    case 'mark':
      return mark(state, command.what);
    case 'sort':
      return sortByColumn(state);
    case 'pickColumn':
      return pickColumn(state, command.by);
    case 'wide':
      return toggleWide(state);
    case 'chooser':
      return inChooser(state, command.what);
    case 'export':
      return command.target === undefined ? askExport(state) : exportRows(state, command.target);
    case 'addColumn':
      return command.pointer === '' ? stay(state) : addColumn(state, command.pointer);
    case 'reverse':
      return reverseOrder(state);
    case 'tab':
      return openTab(state, command.index);
    case 'nextTab': {
      const {tab, tabs} = currentPlace(state);
      return openTab(state, (tab + command.by + tabs.length) % tabs.length);
    }
    case 'prompt':
      return command.prompt === 'jq' ? openJq(state) : openPrompt(state, command.prompt);
    case 'wrap':
      return toggleWrap(state);
    case 'sideways':
      return sideways(state, command.by);
    case 'fold':
      return fold(state, command.by);
    case 'compare':
      return compare(state);
    case 'nextMatch':
      return nextMatch(state, command.by);
    case 'redraw':
    case 'suspend':
      return {state, effects: [{kind: command.kind}]};
    case 'help':
      return stay({...state, help: openedHelp});
    case 'copyCommand':
      return copyCommand(state);
    case 'repeat':
      return repeatRequest(state);
    case 'preview':
      if (command.deed === 'toggle') return togglePreview(state);
      return command.deed === 'zoom' ? zoomPreview(state) : focusPreview(state);
    case 'copyMenu':
      return openCopyMenu(state);
    case 'browse':
      return browse(state);
    case 'copyId':
      return copyId(state);
    case 'typed':
      return openTyped(state, command.typed);
    case 'screen':
      return openPlace(state, tabsOf(state.screens, command.screen, {}));
    case 'form':
      return openForm(state, command.operation);
    case 'editField':
      return editField(state);
    case 'clearField':
      return clearField(state);
    case 'runForm':
      return runForm(state);
    case 'formAsRequest':
      return toggleRequest(state);
    case 'formAsCommand':
      return formAsCommand(state);
    case 'follow':
      return toggleFollow(state);
    case 'window':
      return nextWindow(state);
    case 'nextNew':
      return nextNew(state, command.by);
    case 'write':
      return doWrite(state, command.deed);
    case 'mouse':
      return switchMouse(state);
    case 'interrupt':
      return interrupt(state);
    case 'quit':
      return quit(state);
    case 'palette':
      return findPaletteCommand(command.name)?.run(state, command.args) ?? stay(state);
    case 'goto':
      return goTo(state, command);
    case 'object':
      return openObject(state, command.resource, command.id);
    case 'switchProfile':
      return switchTo(state, command.profile);
  }
}
