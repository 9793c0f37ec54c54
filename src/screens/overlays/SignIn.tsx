import {Box, Text} from 'ink';
import TextInput from 'ink-text-input';
import type {SignInField} from '../../api/sign-in-outcome.ts';
import {safeText} from '../../base/safe-text.ts';
import {padText} from '../../base/width.ts';
import {LineText} from '../../components/LineText.tsx';
import type {Line} from '../../state/model/line.ts';
import {ofKind} from '../../state/model/location.ts';
import {visibleLineCount} from '../../state/model/viewport.ts';
import {cardOf, signInPrompt, valuesOf} from '../../state/overlays/prompt/sign-in.ts';
import type {SignInPrompt} from '../../state/overlays/prompt/state.ts';
import {useAppState} from '../context.ts';
import {PromptField} from './PromptField.tsx';

const labelWidth = 11;

/** The sign-in card: its fields, and the results of the last test. */
export function SignInScreen() {
  const state = useAppState(s => s);
  const prompt = ofKind(state.prompt, 'signIn');
  const height = visibleLineCount(state);
  if (prompt === undefined) return null;
  const {title, fields} = cardOf(prompt);
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      <LineText spans={[{text: `  ${title}`, tone: 'accent'}]} />
      <LineText spans={[{text: ' '}]} />
      {fields.map(({field, label}) =>
        field === prompt.field ? (
          <PromptField
            key={field}
            sign={` ${padText(label, labelWidth)}`}
            placeholder={signInPrompt.placeholder?.(state)}
          />
        ) : (
          <Box key={field}>
            <LineText spans={[{text: `  ${padText(label, labelWidth)}`, tone: 'dim'}]} />
            <Text wrap="truncate">
              <TextInput
                value={fieldText(field, prompt)}
                {...(field === 'token' && {mask: '•'})}
                focus={false}
                showCursor={false}
                onChange={noChange}
              />
            </Text>
          </Box>
        ),
      )}
      <LineText spans={[{text: ' '}]} />
      {statusLines(prompt, state.columns).map((spans, i) => (
        <LineText key={i} spans={spans} />
      ))}
    </Box>
  );
}

/** The value of a field; of a token so many characters that its dots fit a line. */
function fieldText(field: SignInField, prompt: SignInPrompt): string {
  const value = valuesOf(prompt)[field];
  return field === 'token' ? value.slice(0, 40) : safeText(value);
}

/** A field without the caret takes no keys. */
const noChange = (): void => undefined;

function statusLines(prompt: SignInPrompt, columns: number): readonly Line[] {
  const {credentials, isTesting, results, url} = prompt;
  if (url !== undefined) {
    const lines = chunksOf(url, Math.max(columns - 4, 20));
    return [
      [{text: '  Open this URL in a browser; esc stops', tone: 'warn'}],
      ...lines.map((text): Line => [{text: `  ${text}`}]),
    ];
  }
  if (isTesting) {
    const doing = credentials === 'web' ? 'Sign in in the browser' : 'Testing the credentials';
    return [[{text: `  ${doing}… esc stops`, tone: 'dim'}]];
  }
  if (results.length > 0) {
    return results.map(
      ({isAccepted, text}): Line => [
        {text: isAccepted ? '  ✓ ' : '  ✗ ', tone: isAccepted ? 'good' : 'bad'},
        {text: safeText(text)},
      ],
    );
  }
  const notes = [
    ...cardOf(prompt).notes,
    'ctrl+o switches to other credentials: access token, app, browser.',
    'ctrl+t starts a sandbox that needs no account.',
  ];
  return notes.map((text): Line => [{text: `  ${text}`, tone: 'dim'}]);
}

/** Break a URL, which is printable ASCII, into lines of at most `width` columns. */
function chunksOf(url: string, width: number): readonly string[] {
  return url.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
}
