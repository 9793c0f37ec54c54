import type {SignInField, SignInKind, SignInOutcome} from '../../../api/sign-in-outcome.ts';
import {parseUrl} from '../../../base/parse-url.ts';
import {caretAfter} from '../../../base/text-caret.ts';
import {key} from '../../keys/binding.ts';
import {switchTo} from '../../locations/go-to.ts';
import {ofKind} from '../../model/location.ts';
import {showNotice} from '../../model/notice.ts';
import {
  type PromptKind,
  type PromptStep,
  withoutPrompt,
  withProblem,
} from '../../model/prompt-kind.ts';
import type {AppState} from '../../model/state.ts';
import {afterEvents, type Effect, noEffects, type Transition} from '../../model/transition.ts';
import type {PaletteCommand} from '../palette/palette-command.ts';
import {type CardKind, cardKinds, nextKind} from './sign-in-kinds.ts';
import {initialPrompt, type SignInPrompt} from './state.ts';

const slot = 'sign-in';

/** The kind of prompt in which a user signs in to a site. */
export const signInPrompt: PromptKind<SignInPrompt> = {
  isElsewhere: true,
  placeholder(state) {
    const prompt = ofKind(state.prompt, 'signIn');
    return prompt === undefined ? '' : (fieldOf(prompt)?.placeholder ?? '');
  },
  note: () => 'jr login does the same in a shell',
  hints: prompt =>
    prompt.isTesting
      ? [{keyName: 'esc', word: 'stop'}]
      : [
          {keyName: 'enter', word: isComplete(prompt) ? 'test and save' : 'next'},
          {keyName: 'tab', word: 'next'},
          {keyName: 'ctrl+o', word: 'other kinds'},
          {keyName: 'ctrl+t', word: 'sandbox'},
          {keyName: 'esc', word: 'close'},
        ],
  announcement: (_, prompt) =>
    prompt.isTesting
      ? 'Testing the credentials'
      : `${cardOf(prompt).title}, ${fieldOf(prompt)?.label}, ${fieldOf(prompt)?.placeholder}`,
  key: (_, key) => (key === 'ctrl+t' ? startSandbox : key === 'ctrl+o' ? otherKind : undefined),
  moveSelection: (state, prompt, by) =>
    moveTo(state, prompt, namesOf(prompt).indexOf(prompt.field) + by),
  submit(state, prompt) {
    if (prompt.isTesting) return {state};
    const values = valuesOf(prompt);
    const {fields} = cardOf(prompt);
    const missing = fields.find(({field}) => values[field].trim() === '');
    if (missing === undefined) return test(state, {...prompt, values});
    if (missing.field === prompt.field) return withProblem(state, prompt, missing.empty);
    return {state: moveTo(state, prompt, fields.indexOf(missing))};
  },
  cancel: state => ({state: withoutPrompt(state), effects: [{kind: 'cancel', slots: [slot]}]}),
};

/** The values, including the field being edited. */
export function valuesOf({values, field, text}: SignInPrompt): SignInPrompt['values'] {
  return {...values, [field]: text};
}

/** The texts and fields of the card. */
export function cardOf({credentials}: SignInPrompt): CardKind {
  return cardKinds[credentials];
}

function fieldOf(prompt: SignInPrompt) {
  return cardOf(prompt).fields.find(({field}) => field === prompt.field);
}

function namesOf(prompt: SignInPrompt): readonly SignInField[] {
  return cardOf(prompt).fields.map(({field}) => field);
}

function isComplete(prompt: SignInPrompt): boolean {
  const values = valuesOf(prompt);
  return cardOf(prompt).fields.every(({field}) => values[field].trim() !== '');
}

/** Ask for another kind of credentials; the site stays, a profile of this kind is not replaced. */
function otherKind(state: AppState): Transition {
  const prompt = ofKind(state.prompt, 'signIn');
  if (prompt === undefined || prompt.isTesting) return noEffects(state);
  const {profile: _, ...rest} = prompt;
  const values = {...valuesOf(prompt), username: '', token: ''};
  const credentials = nextKind(prompt.credentials);
  const next: SignInPrompt = {
    ...rest,
    ...caretAfter(values.site),
    ...{credentials, values, field: 'site', isSecret: false, results: [], problem: undefined},
  };
  return noEffects({...state, prompt: values.site === '' ? next : secondField(next)});
}

/** The card with the cursor in its second field, if the site is known. */
function secondField(prompt: SignInPrompt): SignInPrompt {
  const field = namesOf(prompt)[1] ?? 'site';
  return {...prompt, ...caretAfter(prompt.values[field]), field, isSecret: field === 'token'};
}

function moveTo(state: AppState, prompt: SignInPrompt, to: number): AppState {
  const names = namesOf(prompt);
  const at = (to + names.length) % names.length;
  const field = names[at] ?? 'site';
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
  const {values, profile, credentials} = prompt;
  const effect: Effect = {
    kind: 'task',
    slot,
    async run({signIn, dispatch}, {signal}) {
      const request = {kind: credentials, ...values, ...(profile !== undefined && {profile})};
      const onUrl = (url: string, isOpen: boolean) =>
        dispatch({kind: 'taskResult', take: now => noEffects(withUrl(now, url, isOpen))});
      const outcome = await signIn(request, signal, onUrl);
      if (signal.aborted) return;
      dispatch({kind: 'taskResult', take: now => applyOutcome(now, outcome)});
    },
  };
  return {
    state: {
      ...state,
      prompt: {...prompt, isTesting: true, url: undefined, results: [], problem: undefined},
    },
    effects: [effect],
  };
}

/** Show the URL that the user opens if no browser has been started. */
function withUrl(state: AppState, url: string, isOpen: boolean): AppState {
  const prompt = ofKind(state.prompt, 'signIn');
  return prompt && !isOpen ? {...state, prompt: {...prompt, url}} : state;
}

function applyOutcome(state: AppState, outcome: SignInOutcome): Transition {
  const prompt = ofKind(state.prompt, 'signIn');
  if (prompt === undefined) return noEffects(state);
  const results = outcome.services;
  if ('profile' in outcome) {
    const connected = results.filter(({isAccepted}) => isAccepted).map(({text}) => text);
    const {state: next, effects} = switchTo(withoutPrompt(state), outcome.profile);
    return {state: showNotice(next, `Signed in: ${connected.join(' · ')}`, 'good'), effects};
  }
  // The cursor moves to the invalid field.
  const moved = moveTo(
    state,
    {...prompt, isTesting: false, url: undefined, results},
    namesOf(prompt).indexOf(outcome.field),
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
  credentials: SignInKind = 'token',
): Transition {
  const values = {site: '', username: '', token: '', ...known};
  const {fields} = cardKinds[credentials];
  const field = fields.find(one => values[one.field] === '')?.field ?? 'token';
  const prompt: SignInPrompt = {
    ...initialPrompt,
    ...caretAfter(''),
    ...{kind: 'signIn', before: '', credentials, field, values},
    ...(profile !== undefined && {profile}),
    ...{isTesting: false, isSecret: field === 'token', results: []},
  };
  return noEffects({...state, prompt});
}

const kindsOf = {
  basic: 'token',
  bearer: 'bearer',
  app: 'app',
  oauth2: 'web',
  none: 'token',
} as const;

/** Open the card for the profile in use, with everything but the token. */
function signInAgain(state: AppState): Transition {
  const {connection, session} = state;
  const {tracker, content} = connection.status === 'ready' ? connection.identities : {};
  const identity = tracker ?? content;
  if (identity === undefined || session.sandbox) return openSignIn(state);
  const {baseUrl, siteUrl = baseUrl, user, profile, authType} = identity;
  const site = parseUrl(siteUrl)?.origin ?? '';
  const known = {site, username: user ?? ''};
  return openSignIn(state, profile || undefined, known, kindsOf[authType]);
}

export const signInKey = key('ctrl+k', 'sign in again, with a new token', signInAgain, {
  scopes: ['everywhere'],
});

export const signInCommand: PaletteCommand = {
  name: 'sign-in',
  aliases: ['login', 'add-site'],
  args: 'PROFILE',
  about: 'Sign in to a site and save a profile: API token, app credentials or browser.',
  run: (state, [profile]) => openSignIn(state, profile),
};

/** Open the card at startup if nothing is configured. */
export const offerSignIn = afterEvents(['connected'], (before, step) => {
  const {connection, prompt} = step.state;
  if (connection.status !== 'ready' || !connection.isUnconfigured || prompt !== undefined) {
    return step;
  }
  if (before.connection.status === 'ready') return step;
  return {...openSignIn(step.state), effects: step.effects};
});
