import {Box} from 'ink';
import type {SignInField} from '../../api/sign-in-outcome.ts';
import {safeText} from '../../base/safe-text.ts';
import {padText} from '../../base/width.ts';
import {LineText} from '../../components/LineText.tsx';
import type {Line} from '../../state/model/line.ts';
import {ofKind} from '../../state/model/location.ts';
import {roomLines} from '../../state/model/viewport.ts';
import {labelOf, signInPrompt, valuesOf} from '../../state/overlays/prompt/sign-in.ts';
import type {SignInPrompt} from '../../state/overlays/prompt/state.ts';
import {useAppState, useScreenContext} from '../context.ts';
import {PromptField} from './PromptField.tsx';

const labelWidth = 11;

/** The sign-in card: its fields, and the results of the last test. */
export function SignInScreen() {
  const {theme} = useScreenContext();
  const state = useAppState(s => s);
  const prompt = ofKind(state.prompt, 'signIn');
  const height = roomLines(state);
  if (prompt === undefined) return null;
  const fields: readonly SignInField[] = ['site', 'username', 'token'];
  return (
    <Box flexDirection="column" height={height} overflow="hidden">
      <LineText spans={[{text: '  Sign in to a site', tone: 'accent'}]} theme={theme} />
      <LineText spans={[{text: ' '}]} theme={theme} />
      {fields.map(field =>
        field === prompt.field ? (
          <PromptField
            key={field}
            sign={` ${padText(labelOf(field), labelWidth)}`}
            placeholder={signInPrompt.placeholder?.(state)}
          />
        ) : (
          <LineText key={field} spans={fieldLine(field, prompt)} theme={theme} />
        ),
      )}
      <LineText spans={[{text: ' '}]} theme={theme} />
      {statusLines(prompt).map((spans, i) => (
        <LineText key={i} spans={spans} theme={theme} />
      ))}
    </Box>
  );
}

function fieldLine(field: SignInField, prompt: SignInPrompt): Line {
  const value = valuesOf(prompt)[field];
  const text = field === 'token' ? '•'.repeat(Math.min(value.length, 40)) : safeText(value);
  return [{text: `  ${padText(labelOf(field), labelWidth)}`, tone: 'dim'}, {text}];
}

function statusLines({isTesting, results}: SignInPrompt): readonly Line[] {
  if (isTesting) return [[{text: '  Testing the token on both services… esc stops', tone: 'dim'}]];
  if (results.length > 0) {
    return results.map(
      ({isAccepted, text}): Line => [
        {text: isAccepted ? '  ✓ ' : '  ✗ ', tone: isAccepted ? 'good' : 'bad'},
        {text: safeText(text)},
      ],
    );
  }
  return [
    [{text: '  Both services are tested before anything is saved.', tone: 'dim'}],
    [{text: '  ctrl+t starts a sandbox that needs no account.', tone: 'dim'}],
    [{text: '  Add-on apps and OAuth 2.0: jr login --app, jr login --web', tone: 'dim'}],
  ];
}
