import {render} from 'ink-testing-library';
import {afterEach, expect, test} from 'vitest';
import {caretAfter} from '../../src/base/text-caret.ts';
import {colorTheme} from '../../src/components/theme.ts';
import {makeSystemClock} from '../../src/host/make-host.ts';
import {ScreenProvider} from '../../src/screens/context.ts';
import {App} from '../../src/screens/frame/App.tsx';
import {KeyRouter, type TerminalControl} from '../../src/screens/frame/KeyRouter.tsx';
import {currentView} from '../../src/state/model/state.ts';
import {type AppHarness, listOf, makeHarness} from '../support/app-harness.ts';
import {plainFrame} from '../support/golden.ts';
import {stillWorld} from '../support/still-world.ts';
import {until} from '../support/until.ts';

const unmounts: (() => void)[] = [];
afterEach(() => {
  for (const unmount of unmounts.splice(0)) unmount();
});

/** The app on Ink with a fake terminal. */
async function mount(): Promise<{
  harness: AppHarness;
  type(sequence: string): Promise<void>;
  /** Type pieces with nothing drawn between them. */
  typeAtOnce(...sequences: readonly string[]): Promise<void>;
  frame(): string;
}> {
  const harness = makeHarness(stillWorld());
  const control: TerminalControl = {};
  const instance = render(
    <ScreenProvider value={{app: harness.app, theme: colorTheme}}>
      <KeyRouter control={control} clock={makeSystemClock()} />
      <App />
    </ScreenProvider>,
  );
  unmounts.push(instance.unmount);
  const {send} = readByHand(instance.stdin);
  // The router hears the terminal once it is mounted.
  await until(() => control.suspend !== undefined);
  return {
    harness,
    async type(sequence) {
      send(sequence);
      await wait();
    },
    async typeAtOnce(...sequences) {
      for (const sequence of sequences) send(sequence);
      await wait();
    },
    frame: () => plainFrame(instance.lastFrame() ?? ''),
  };
}

interface Input {
  data: string | null;
  read(): string | null;
  emit(name: string, data?: string): void;
}

/**
 * The library tells `data` after its stream was read; a stream of Node does so while it is read.
 */
function readByHand(stdin: object): {send(text: string): void} {
  const input = stdin as Input;
  const {read} = input;
  input.read = () => {
    const data = read();
    if (data !== null) input.emit('data', data);
    return data;
  };
  return {
    send(text) {
      input.data = text;
      input.emit('readable');
    },
  };
}

/** Until the rest of an escape sequence can no longer come (20 ms). */
function wait(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 40));
}

test('a text with what is shown as a dot is edited as it is', async () => {
  const {harness, type, frame} = await mount();
  await type(':');
  const text = 'a\u001bb\u202ec';
  harness.dispatch({kind: 'prompt', event: {kind: 'changed', ...caretAfter(text)}});
  await type('d');
  await type('\x1b[D');
  await type('\x1b[D');
  await type('\x7f');
  await type('e');
  expect(harness.state().prompt?.text).toBe('a\u001bbecd');
  await expect.poll(frame).toContain(':a·becd');
});

test('backspace takes a character away whole, however many units it has', async () => {
  const {harness, type} = await mount();
  await type(':');
  await type('a');
  await type('😀');
  expect(harness.state().prompt?.text).toBe('a😀');
  await type('\x7f');
  expect(harness.state().prompt?.text).toBe('a');
  await type('b');
  expect(harness.state().prompt?.text).toBe('ab');
});

test('keys move, open and come back', async () => {
  const {harness, type, frame} = await mount();
  await type('\r');
  await expect.poll(frame).toContain('HPAY');
  await type('\x1b');
  expect(currentView(harness.state()).kind).toBe('home');
});

test('a filter and its enter that arrive in one piece are all taken', async () => {
  const {harness, type} = await mount();
  await type('\r');
  await type('/ann\r');
  const view = currentView(harness.state());
  expect(view.kind === 'list' && view.filter).toBe('ann');
  expect(harness.state().prompt).toBeUndefined();
});

test('letters that come before the field is drawn are in it', async () => {
  const {harness, type, typeAtOnce, frame} = await mount();
  await type('\r');
  await typeAtOnce('/', 'p', 'r', 'o', '1');
  expect(harness.state().prompt?.text).toBe('pro1');
  await expect.poll(frame).toContain('/pro1');
  await typeAtOnce('\x15', 'a', 'n', '\x7f', 'x');
  expect(harness.state().prompt?.text).toBe('ax');
  await type('\x1b');
  await typeAtOnce('/', 'b');
  expect(harness.state().prompt?.text).toBe('b');
});

test('letters typed one by one go into the field, at its cursor', async () => {
  const {harness, type, frame} = await mount();
  await type('\r');
  for (const key of ['/', 'a', 'n', '\x1b[D', 'x']) await type(key);
  expect(harness.state().prompt?.text).toBe('axn');
  await expect.poll(frame).toContain('/axn');
});

test('control keys never leave a letter in the field', async () => {
  const {harness, type} = await mount();
  for (const key of [':', 'p', 'r', '\x0e', '\x0e', '\x14']) await type(key);
  expect(harness.state().prompt?.text).toBe('pr');
  expect(harness.state().prompt?.cursor).toBeGreaterThan(0);
  await type('\x15');
  expect(harness.state().prompt?.text).toBe('');
  await type('web');
  expect(harness.state().prompt?.text).toBe('web');
  await type('\x17');
  expect(harness.state().prompt?.text).toBe('');
});

test('backspace in an empty field closes it', async () => {
  const {harness, type} = await mount();
  await type(':');
  await type('a');
  await type('\x7f');
  expect(harness.state().prompt?.text).toBe('');
  await type('\x7f');
  expect(harness.state().prompt).toBeUndefined();
});

test('a paste goes into the field as one line, and nowhere else', async () => {
  const {harness, type} = await mount();
  await type('\x1b[200~qq\x1b[201~');
  expect(harness.quits).toEqual([]);
  await type(':');
  await type('\x1b[200~ver\nPRO0\x1b[201~');
  expect(harness.state().prompt?.text).toBe('ver PRO0');
});

test('function keys arrive: F1 opens the help', async () => {
  const {harness, type, frame} = await mount();
  await type('\x1bOP');
  expect(harness.state().help).toBeDefined();
  await expect.poll(frame).toContain('Keys here');
});

test('sequences that come in halves, and keys behind a paste, are what they would be at once', async () => {
  const {harness, type, typeAtOnce} = await mount();
  await typeAtOnce('\x1b', 'OP');
  expect(harness.state().help).toBeDefined();
  await type('\x1b');
  expect(harness.state().help).toBeUndefined();
  await typeAtOnce('\x1b[200~qq', 'qq\x1b[201~\r');
  expect(harness.quits).toEqual([]);
  expect(currentView(harness.state()).kind).toBe('list');
});

test('a paste and the keys around it that come in one piece are taken in their order', async () => {
  const {harness, type} = await mount();
  await type(':');
  await type('v\x1b[200~er\nPRO0\x1b[201~\r');
  expect(harness.state().prompt).toBeUndefined();
  expect(listOf(harness).resource.id).toBe('versions');
  await type('/');
  await type('a\x1b[200~b\x1b[201~c');
  expect(harness.state().prompt?.text).toBe('abc');
});

test('a terminal that tells its background in two pieces types nothing into a field', async () => {
  const {harness, type, typeAtOnce} = await mount();
  await type(':');
  await typeAtOnce('\x1b]11;rgb:ffff/ff', 'ff/ffff\x1b\\');
  expect(harness.state().prompt?.text).toBe('');
  expect(harness.state().look.lightTerminal).toBe(true);
  await type('p');
  expect(harness.state().prompt?.text).toBe('p');
});

test('keys for words and lines edit a prompt, and the cursor is drawn at the caret', async () => {
  const {harness, type, frame} = await mount();
  await type(':');
  await type('alpha beta gamma');
  await type('\x1bb');
  await type('\x1b\x7f');
  expect(harness.state().prompt).toMatchObject({text: 'alpha gamma', caret: 6});
  await type('\x0b');
  await type('\x01');
  await type('x');
  expect(harness.state().prompt).toMatchObject({text: 'xalpha ', caret: 1});
  await expect.poll(frame).toContain(':xalpha');
});

test('a line that is longer than the screen shows its caret', async () => {
  const {harness, type, frame} = await mount();
  await type(':');
  const text = `${'-'.repeat(harness.state().columns)}end`;
  await type(`\x1b[200~${text}\x1b[201~`);
  await expect.poll(frame).toContain('---end');
  await type('\x1b[H');
  await expect.poll(frame).not.toContain('---end');
});
