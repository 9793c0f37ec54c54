import {renderToString} from 'ink';
import {colorTheme} from '../../src/components/theme.ts';
import {ScreenProvider} from '../../src/screens/context.ts';
import {App} from '../../src/screens/frame/App.tsx';
import type {AppHarness} from './app-harness.ts';
import {plainFrame} from './golden.ts';

/** The frame of the app on its screen, without colours. */
export function drawApp({app, state}: AppHarness): string {
  const frame = renderToString(
    <ScreenProvider value={{app, theme: colorTheme}}>
      <App />
    </ScreenProvider>,
    {columns: state().columns},
  );
  return plainFrame(frame);
}
