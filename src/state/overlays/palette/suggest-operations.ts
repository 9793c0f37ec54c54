import {permissionOf} from '../../../api/catalogue/outcomes.ts';
import {allOperations} from '../../../api/catalogue.ts';
import {commandName} from '../../../api/command-for.ts';
import type {Operation} from '../../../api/operation.ts';
import {readTypedCommand} from '../../ask/command-line.ts';
import {leaveWrite} from '../../locations/go-to.ts';
import type {AppState} from '../../model/state.ts';
import {openForm} from '../../views/form/open-form.ts';
import {whyNotCallable} from '../../write/permissions.ts';
import {openTypedCall} from '../../write/start-write.ts';
import {matchNames, type SearchCandidate} from './rank.ts';
import {matchWordStarts, type Suggestion} from './suggestion.ts';

interface Target {
  readonly operation: Operation;
  /** `jr version get`. */
  readonly command: string;
  /** Also as one would say it: `create version`, `new version`. */
  readonly names: readonly string[];
}

let targets: readonly Target[] | undefined;

/** Every operation; computed on the first search, since it loads the whole catalogue. */
function allTargets(): readonly Target[] {
  targets ??= allOperations().map(operation => {
    const command = commandName(operation);
    const {method, path, effect} = operation;
    const [, group = '', name = ''] = command.split(' ');
    const spoken = [`${name} ${group}`, ...(effect === 'create' ? [`new ${group}`] : [])];
    const names = [command.slice(3), command, path, `${method} ${path}`, ...spoken];
    return {operation, command, names};
  });
  return targets;
}

const shortest = 3;

/** Every operation as a candidate, preceded by a complete command line if one was typed. */
export function operationCandidates(text: string, state: AppState): readonly SearchCandidate[] {
  const wanted = text.trim().replace(/\s+/g, ' ');
  if (wanted.length < shortest) return [];
  const bare = wanted.replace(/ --.*/, '');
  const isLine = /^(?:jr|cf) \S+ \S+ /.test(wanted);
  const typed = isLine
    ? [operationCandidate(typedSuggestion(wanted, state), {level: 'exact'})]
    : [];
  const found = allTargets().flatMap(target => {
    const level = matchNames(bare, target.names);
    const {summary: description, effect} = target.operation;
    const deletes = effect === 'delete';
    const isListed = level !== undefined || matchWordStarts(bare)(description);
    return isListed
      ? [operationCandidate(formSuggestion(target, state), {level, description, deletes})]
      : [];
  });
  return [...typed, ...found];
}

function operationCandidate(
  suggestion: Suggestion,
  more: Partial<Pick<SearchCandidate, 'level' | 'description' | 'deletes'>>,
): SearchCandidate {
  return {kind: 'operation', suggestion, names: [], description: '', ...more};
}

function typedSuggestion(line: string, {nowMs}: Pick<AppState, 'nowMs'>): Suggestion {
  const typed = readTypedCommand(line, nowMs);
  if ('problem' in typed) {
    return {label: line, about: typed.problem, effect: typed.problem, run: undefined};
  }
  const reads = typed.operation.effect === 'read';
  return {
    label: line,
    about: typed.operation.summary,
    effect: reads
      ? 'runs the command and shows the response'
      : 'previews the request; nothing is sent',
    run: state => openTypedCall(leaveWrite(state), typed),
  };
}

function formSuggestion({operation, command}: Target, state: AppState): Suggestion {
  const {method, path, summary} = operation;
  const permission = permissionOf(operation);
  const reason = whyNotCallable(state, operation);
  return {
    label: command,
    about: reason === undefined ? summary : `${summary} · ${reason}`,
    ...(reason !== undefined && {isGrey: true}),
    effect: `opens the form of ${method} ${path}${permission === undefined ? '' : `; ${permission}`}`,
    complete: `${command} `,
    run: state => openForm(leaveWrite(state), command),
  };
}
