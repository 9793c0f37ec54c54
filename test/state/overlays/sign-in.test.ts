import {describe, expect, it} from 'vitest';
import type {ClientIdentity} from '../../../src/api/client.ts';
import type {SignInRequest} from '../../../src/api/sign-in-outcome.ts';
import type {ViewOf} from '../../../src/state/model/location.ts';
import {signInPrompt} from '../../../src/state/overlays/prompt/sign-in.ts';
import {homeKind} from '../../../src/state/views/home/kind.ts';
import {type AppHarness, makeHarness, press} from '../../support/app-harness.ts';

const card = ({app}: AppHarness) => {
  const {prompt} = app.store.getState();
  return prompt?.kind === 'signIn' ? prompt : undefined;
};

/** Report that nothing is configured, as at the first start. */
function startUnconfigured(harness: AppHarness): void {
  const {session, connection} = harness.app.store.getState();
  const trouble = {title: 'Invalid configuration', text: 'No base URL is set', advice: []};
  const connecting = {status: 'connecting', text: ''} as const;
  harness.app.dispatch({kind: 'connected', connection: connecting, session});
  harness.app.dispatch({
    kind: 'connected',
    session,
    connection: {
      ...connection,
      ...{status: 'ready', identities: {}, isUnconfigured: true},
      troubles: {tracker: trouble, content: trouble},
    },
  });
}

/** Connect to a site with a token. */
function connectAs(harness: AppHarness, more: Partial<ClientIdentity>): void {
  const {session} = harness.app.store.getState();
  const tracker: ClientIdentity = {
    ...{service: 'tracker', profile: 'work', baseUrl: 'https://acme.atlassian.net'},
    ...{authType: 'basic', user: 'ana@acme.example', protected: false},
    ...more,
  };
  const connection = {status: 'ready', identities: {tracker}, troubles: {}} as const;
  harness.app.dispatch({kind: 'connected', connection, session: {...session, sandbox: false}});
}

describe('the sign-in card', () => {
  it('opens at the start if nothing is configured, with letters as text', async () => {
    const harness = makeHarness();
    startUnconfigured(harness);
    expect(card(harness)).toMatchObject({field: 'site', text: ''});
    await press(harness, 'qui.1', 'enter');
    expect(card(harness)).toMatchObject({field: 'username', values: {site: 'qui.1'}});
  });

  it('moves between its fields and keeps what was typed', async () => {
    const harness = makeHarness();
    startUnconfigured(harness);
    await press(harness, 'acme', 'tab', 'ana@acme.example', 'tab', 's3cret');
    expect(card(harness)).toMatchObject({field: 'token', isSecret: true, text: 's3cret'});
    await press(harness, 'shift+tab', 'shift+tab');
    expect(card(harness)).toMatchObject({field: 'site', text: 'acme', isSecret: false});
  });

  it('goes to the first field without a value and says what is missing', async () => {
    const harness = makeHarness();
    startUnconfigured(harness);
    await press(harness, 'enter');
    expect(card(harness)?.problem).toContain('address of your site');
    await press(harness, 'acme', 'tab', 'tab', 's3cret', 'enter');
    expect(card(harness)?.field).toBe('username');
  });

  it('stays with the cursor in the field at fault, and nothing typed is lost', async () => {
    const harness = makeHarness();
    harness.signIn = () => ({
      services: [{isAccepted: false, text: 'Jira: Unauthorized'}],
      field: 'token',
      problem: 'The site does not accept this e-mail address and token.',
    });
    startUnconfigured(harness);
    await press(harness, 'acme', 'enter', 'ana', 'enter', 'wrong', 'enter');
    await new Promise(setImmediate);
    expect(card(harness)).toMatchObject({
      field: 'token',
      text: 'wrong',
      isTesting: false,
      problem: 'The site does not accept this e-mail address and token.',
      values: {site: 'acme', username: 'ana', token: 'wrong'},
    });
  });

  it('connects through the saved profile and says who signed in', async () => {
    const harness = makeHarness();
    harness.signIn = ({profile = 'acme'}) => ({
      services: [{isAccepted: true, text: 'Jira as Ana Ruiz'}],
      profile,
    });
    startUnconfigured(harness);
    await press(harness, 'acme', 'enter', 'ana', 'enter', 'zq81-secret', 'enter');
    await new Promise(setImmediate);
    expect(card(harness)).toBeUndefined();
    expect(harness.switched).toEqual(['acme']);
    const state = harness.app.store.getState();
    expect(state.notice?.text).toBe('Signed in: Jira as Ana Ruiz');
    expect(JSON.stringify(state).includes('zq81-secret')).toBe(false);
  });

  it('is closed by esc and opened by :sign-in', async () => {
    const harness = makeHarness();
    startUnconfigured(harness);
    await press(harness, 'esc');
    expect(card(harness)).toBeUndefined();
    await press(harness, ':', 'sign-in work', 'enter');
    expect(card(harness)).toMatchObject({profile: 'work'});
    await press(harness, '\u0014');
    expect(card(harness)).toBeUndefined();
    expect(harness.switched).toEqual(['sandbox']);
  });

  it('opens for a token that ended with everything but the token, by one key', async () => {
    const harness = makeHarness();
    connectAs(harness, {});
    await press(harness, 'ctrl+k');
    expect(card(harness)).toMatchObject({
      profile: 'work',
      ...{field: 'token', isSecret: true, text: ''},
      values: {site: 'https://acme.atlassian.net', username: 'ana@acme.example', token: ''},
    });
    await press(harness, 'qk', 'shift+tab');
    expect(card(harness)).toMatchObject({field: 'username', text: 'ana@acme.example'});
  });

  it('says that enter tests once every field has a value', async () => {
    const harness = makeHarness();
    startUnconfigured(harness);
    const enter = () => {
      const {prompt} = harness.app.store.getState();
      const open = prompt?.kind === 'signIn' ? prompt : undefined;
      return open && signInPrompt.hints(open, harness.app.store.getState(), [])[0]?.word;
    };
    await press(harness, 'tab', 'tab', 's3cret');
    expect(enter()).toBe('next');
    await press(harness, 'tab', 'acme', 'tab', 'ana', 'shift+tab');
    expect([card(harness)?.field, enter()]).toEqual(['site', 'test and save']);
  });

  it('asks for other credentials by ctrl+o, and does not replace the profile of this kind', async () => {
    const harness = makeHarness();
    const requests: SignInRequest[] = [];
    harness.signIn = request => {
      requests.push(request);
      return {services: [], field: 'token', problem: 'rejected'};
    };
    connectAs(harness, {});
    await press(harness, 'ctrl+k', 'ctrl+o');
    expect(card(harness)).toMatchObject({credentials: 'bearer', field: 'token', isSecret: true});
    await press(harness, 'ctrl+o', 'com.example.app', 'enter', 's3cret', 'enter');
    await new Promise(setImmediate);
    const site = 'https://acme.atlassian.net';
    expect(requests).toEqual([{kind: 'app', site, username: 'com.example.app', token: 's3cret'}]);
    await press(harness, 'ctrl+o');
    expect(card(harness)).toMatchObject({
      credentials: 'web',
      values: {site, username: '', token: ''},
    });
    await press(harness, 'ctrl+o', 'backspace');
    expect(card(harness)).toMatchObject({credentials: 'token', field: 'username'});
  });

  it('shows the URL of a sign-in through a browser that could not be started', async () => {
    const harness = makeHarness();
    startUnconfigured(harness);
    harness.signIn = (_, onUrl) => {
      onUrl('https://auth.example/authorize?state=1', false);
      return new Promise(() => undefined);
    };
    await press(harness, 'ctrl+o', 'ctrl+o', 'ctrl+o', 'acme', 'tab', 'id', 'tab', 's', 'enter');
    await new Promise(setImmediate);
    expect(card(harness)?.url).toBe('https://auth.example/authorize?state=1');
    const prompt = card(harness);
    const hints = prompt && signInPrompt.hints(prompt, harness.app.store.getState(), []);
    expect(hints?.map(({keyName, word}) => `${keyName} ${word}`)).toEqual(['esc stop']);
    await press(harness, 'esc');
    expect(card(harness)).toBeUndefined();
  });

  it('asks for the site where only the gateway is known', async () => {
    const harness = makeHarness();
    const gateway = 'https://api.atlassian.com/ex/jira/1';
    connectAs(harness, {baseUrl: gateway, siteUrl: 'https://acme.atlassian.net'});
    await press(harness, 'ctrl+k');
    expect(card(harness)?.values.site).toBe('https://acme.atlassian.net');
  });
});

it.each([
  [-1, 'The token expired on'],
  [0, 'in 0 days'],
  [1, 'in 1 day ·'],
  [13, 'in 13 days'],
  [14, undefined],
  [undefined, undefined],
])('home warns of a token that expires in %s days: %s', (days, text) => {
  const harness = makeHarness();
  const {nowMs} = harness.app.store.getState();
  const day = (n: number) => new Date(nowMs + n * 86_400_000 + 86_399_999).toISOString();
  connectAs(harness, days === undefined ? {} : {expires: day(days).slice(0, 10)});
  const state = harness.app.store.getState();
  const view = {entries: [], counts: {}} as unknown as ViewOf<'home'>;
  const line = homeKind.counts?.(view, state) ?? [];
  const shown = line.map(span => span.text).join('');
  if (text === undefined) expect(shown).toBe('');
  else expect(shown).toContain(text);
});
