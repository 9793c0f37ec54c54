import fuzzysort from 'fuzzysort';
import {allOperations} from '../../../api/catalogue.ts';
import type {Operation} from '../../../api/operation.ts';
import {commandName, readTypedCommand} from '../../ask/command-line.ts';
import {leaveWrite} from '../../locations/go-to.ts';
import {openForm} from '../../views/form/open-form.ts';
import {openTyped} from '../../write/start-write.ts';
import type {Suggestion} from './suggestion.ts';

interface Target {
  readonly operation: Operation;
  readonly command: string;
  readonly words: string;
}

let targets: readonly Target[] | undefined;

/** Made when a palette first asks: it makes the whole catalogue. */
function allTargets(): readonly Target[] {
  targets ??= allOperations().map(operation => {
    const command = commandName(operation);
    return {operation, command, words: `${command} ${operation.method} ${operation.path}`};
  });
  return targets;
}

const offered = 20;

/** A whole command is run as it stands; anything else finds operations by group, name or path. */
export function operationSuggestions(text: string): readonly Suggestion[] {
  const wanted = text.trim().replace(/\s+/g, ' ');
  if (wanted.length < 3) return [];
  const typed = /^(?:jr|cf) \S+ \S+ /.test(wanted) ? [typedSuggestion(wanted)] : [];
  const begun = allTargets().filter(({command}) => command.slice(3).startsWith(wanted));
  const alike = fuzzysort
    .go(wanted.replace(/ --.*/, ''), allTargets(), {key: 'words', threshold: 0.35, limit: offered})
    .map(result => result.obj);
  const found = [...new Set([...(wanted.includes(' ') ? begun : []), ...alike])];
  return [...typed, ...found.slice(0, offered).map(formSuggestion)];
}

/** Whether a text names operations so clearly that they come before everything else. */
export function namesOperation(text: string): boolean {
  const wanted = text.trim().replace(/\s+/g, ' ');
  if (/^(?:jr|cf) /.test(wanted)) return true;
  return wanted.includes(' ') && allTargets().some(t => t.command.slice(3).startsWith(wanted));
}

function typedSuggestion(line: string): Suggestion {
  const typed = readTypedCommand(line);
  if ('problem' in typed) {
    return {label: line, about: typed.problem, effect: typed.problem, run: undefined};
  }
  const reads = typed.operation.effect === 'read';
  return {
    label: line,
    about: typed.operation.summary,
    effect: reads ? 'runs it and shows the answer' : 'shows the request; nothing is sent',
    run: state => openTyped(leaveWrite(state), typed),
  };
}

function formSuggestion({operation, command}: Target): Suggestion {
  const {method, path, summary, permission} = operation;
  return {
    label: command,
    about: summary,
    effect: `opens the form of ${method} ${path}; ${permission}`,
    complete: `${command} `,
    run: state => openForm(leaveWrite(state), command),
  };
}
