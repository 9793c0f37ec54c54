import type {SignInField, SignInOutcome} from '../../../api/sign-in-outcome.ts';
import {parseUrl} from '../../../base/parse-url.ts';
import {caretAfter} from '../../../base/text-caret.ts';
import {key} from '../../keys/binding.ts';
import {switchTo} from '../../locations/go-to.ts';
import {ofKind} from '../../model/location.ts';
import {say} from '../../model/notice.ts';
import {
  type PromptKind,
  type PromptStep,
  withoutPrompt,
  withProblem,
} from '../../model/prompt-kind.ts';
import type {AppState} from '../../model/state.ts';
import {after, type Effect, noEffects, type Transition} from '../../model/transition.ts';
import type {PaletteCommand} from '../palette/palette-command.ts';
import {atFirst, type SignInPrompt} from './state.ts';

const slot = 'sign-in';

/** The fields in order. */
const fields: readonly SignInField[] = ['site', 'username', 'token'];

const placeholders: Readonly<Record<SignInField, string>> = {
  site: 'acme, acme.atlassian.net or a URL',
  username: 'e-mail address',
  token: 'create one: id.atlassian.com/manage-profile/security/api-tokens',
};

const empty = {
  site: 'Enter the address of your site.',
  username: 'Enter the e-mail address of your account.',
  token: 'Enter an API token.',
} as const;

/** The kind of prompt in which a user signs in to a site with an API token. */
export const signInPrompt: PromptKind<SignInPrompt> = {
  isElsewhere: true,
  placeholder: state => placeholders[ofKind(state.prompt, 'signIn')?.field ?? 'site'],
  note: () => 'jr login does the same in a shell',
  hints: prompt => [
    {keyName: 'enter', word: isLast(prompt) ? 'test and save' : 'next'},
    {keyName: 'tab', word: 'next field'},
    {keyName: 'ctrl+t', word: 'try the sandbox'},
    {keyName: 'esc', word: 'close'},
  ],
  spoken: (_, prompt) =>
    prompt.isTesting
      ? 'Testing the token'
      : `Sign in, ${labelOf(prompt.field)}, ${placeholders[prompt.field]}`,
  key: (_, key) => (key === 'ctrl+t' ? startSandbox : undefined),
  move: (state, prompt, by) => moveTo(state, prompt, fields.indexOf(prompt.field) + by),
  done(state, prompt) {
    if (prompt.isTesting) return {state};
    const values = valuesOf(prompt);
    const missing = fields.find(field => values[field].trim() === '');
    if (missing === undefined) return test(state, {...prompt, values});
    if (missing !== prompt.field) return {state: moveTo(state, prompt, fields.indexOf(missing))};
    return withProblem(state, prompt, empty[missing]);
  },
  cancel: state => ({state: withoutPrompt(state), effects: [{kind: 'cancel', slots: [slot]}]}),
};

/** The values, including the field being edited. */
export function valuesOf({values, field, text}: SignInPrompt): SignInPrompt['values'] {
  return {...values, [field]: text};
}

/** The label of a field. */
export function labelOf(field: SignInField): string {
  return {site: 'Site', username: 'E-mail', token: 'API token'}[field];
}

function isLast({field}: SignInPrompt): boolean {
  return field === fields.at(-1);
}

function moveTo(state: AppState, prompt: SignInPrompt, to: number): AppState {
  const at = (to + fields.length) % fields.length;
  const field = fields[at] ?? 'site';
  const values = valuesOf(prompt);
  const moved = {
    ...prompt,
    ...caretAfter(values[field]),
    values,
    field,
    isSecret: field === 'token',
  };
  return {...state, prompt: {...moved, problem: undefined}};
}

/** Test the values on both services; the profile is saved if one accepts them. */
function test(state: AppState, prompt: SignInPrompt): PromptStep {
  const {values, profile} = prompt;
  const effect: Effect = {
    kind: 'task',
    slot,
    async run({signIn, dispatch}, {signal}) {
      const outcome = await signIn({...values, ...(profile !== undefined && {profile})}, signal);
      if (signal.aborted) return;
      dispatch({kind: 'taskResult', take: now => applyOutcome(now, outcome)});
    },
  };
  return {
    state: {...state, prompt: {...prompt, isTesting: true, results: [], problem: undefined}},
    effects: [effect],
  };
}

function applyOutcome(state: AppState, outcome: SignInOutcome): Transition {
  const prompt = ofKind(state.prompt, 'signIn');
  if (prompt === undefined) return noEffects(state);
  const results = outcome.services;
  if ('profile' in outcome) {
    const connected = results.filter(({isAccepted}) => isAccepted).map(({text}) => text);
    const {state: next, effects} = switchTo(withoutPrompt(state), outcome.profile);
    return {state: say(next, `Signed in: ${connected.join(' · ')}`, 'good'), effects};
  }
  // The cursor moves to the invalid field.
  const moved = moveTo(
    state,
    {...prompt, isTesting: false, results},
    fields.indexOf(outcome.field),
  );
  const at = ofKind(moved.prompt, 'signIn');
  return noEffects(at ? {...moved, prompt: {...at, problem: outcome.problem}} : moved);
}

/** Close the card and connect to a new sandbox. */
function startSandbox(state: AppState): Transition {
  const {state: next} = switchTo(withoutPrompt(state), 'the sandbox');
  return {state: next, effects: [{kind: 'connect', profile: 'sandbox', isSandbox: true}]};
}

/**
 * Open the sign-in card.
 *
 * @param profile the name of the profile to save; by default it is chosen from the site
 */
function openSignIn(
  state: AppState,
  profile?: string,
  known: Partial<SignInPrompt['values']> = {},
): Transition {
  const values = {site: '', username: '', token: '', ...known};
  const field = fields.find(one => values[one] === '') ?? 'token';
  const prompt: SignInPrompt = {
    ...atFirst,
    ...caretAfter(''),
    ...{kind: 'signIn', before: '', field, values},
    ...(profile !== undefined && {profile}),
    ...{isTesting: false, isSecret: field === 'token', results: []},
  };
  return noEffects({...state, prompt});
}

/** Open the card for the profile in use, with everything but the token. */
function signInAgain(state: AppState): Transition {
  const {connection, session} = state;
  const {tracker, content} = connection.status === 'ready' ? connection.identities : {};
  const identity = tracker ?? content;
  if (identity === undefined || session.sandbox) return openSignIn(state);
  const {baseUrl, siteUrl = baseUrl, user, profile} = identity;
  const site = parseUrl(siteUrl)?.origin ?? '';
  return openSignIn(state, profile || undefined, {site, username: user ?? ''});
}

export const signInKey = key('ctrl+k', 'sign in again, with a new token', signInAgain, {
  scopes: ['everywhere'],
});

export const signInCommand: PaletteCommand = {
  name: 'sign-in',
  aliases: ['login', 'add-site'],
  args: 'PROFILE',
  about: 'Sign in to a site with an API token and save a profile for both services.',
  run: (state, [profile]) => openSignIn(state, profile),
};

/** Open the card at startup if nothing is configured. */
export const offerSignIn = after(['connected'], (before, step) => {
  const {connection, prompt} = step.state;
  if (connection.status !== 'ready' || !connection.isUnconfigured || prompt !== undefined) {
    return step;
  }
  if (before.connection.status === 'ready') return step;
  return {...openSignIn(step.state), effects: step.effects};
});
