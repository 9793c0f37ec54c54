import {Box, Text} from 'ink';
import {type ComponentType, type ReactNode, useMemo} from 'react';
import {useStore} from 'zustand';
import type {Clock} from '../../base/clock.ts';
import {Message} from '../../components/Message.tsx';
import {type TerminalColors, themeOf} from '../../components/themes.ts';
import type {AppStore} from '../../state/app/store.ts';
import {currentTheme} from '../../state/look/appearance.ts';
import {ofKind, type View} from '../../state/model/location.ts';
import {type AppState, currentView} from '../../state/model/state.ts';
import {openOverlays, type Registry} from '../../state/model/transition.ts';
import {visibleLineCount} from '../../state/model/viewport.ts';
import {backdrop} from '../../state/overlays/write/popup-lines.ts';
import {formPopup} from '../../state/views/form/popup-form.ts';
import {type ScreenContext, ScreenProvider, useAppState, useScreenContext} from '../context.ts';
import {componentsOfOverlay} from '../overlays/overlays.ts';
import {ListWithPreview} from '../overlays/Preview.tsx';
import {FormScreen} from '../views/Form.tsx';
import {FormDialog} from '../views/FormDialog.tsx';
import {HomeScreen} from '../views/Home.tsx';
import {MatrixScreen} from '../views/Matrix.tsx';
import {TextScreen} from '../views/Text.tsx';
import {BottomLines} from './BottomLines.tsx';
import {DrawGuard} from './DrawGuard.tsx';
import {GuideLines} from './GuideLines.tsx';
import {KeyRouter, type TerminalControl} from './KeyRouter.tsx';
import {SpokenScreen} from './Spoken.tsx';
import {TopLines} from './TopLines.tsx';

const screens: Readonly<Record<View['kind'], ComponentType>> = {
  home: HomeScreen,
  list: ListWithPreview,
  matrix: MatrixScreen,
  text: TextScreen,
  form: FormScreen,
};

const smallest = {columns: 40, rows: 10};

/**
 * The whole screen: two lines at the top, the view, three lines at the bottom; never higher than
 * the terminal.
 */
export function App() {
  const columns = useAppState(s => s.columns);
  const rows = useAppState(s => s.rows);
  const context = useScreenContext();
  const behind = useMemo(() => ({...context, shown: backdrop}), [context]);
  if (columns < smallest.columns || rows < smallest.rows) {
    return <Text>{`steward needs ${smallest.columns}x${smallest.rows}`}</Text>;
  }
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      <Guarded height={2}>
        <ScreenProvider value={behind}>
          <TopLines />
        </ScreenProvider>
      </Guarded>
      <Box flexDirection="column">
        <Body behind={behind} />
      </Box>
      <GuideLines />
      <Guarded height={3}>
        <BottomLines />
      </Guarded>
    </Box>
  );
}

/** The middle of the screen: the overlay, the view, or what the app waits for. */
function Body({behind}: {readonly behind: ScreenContext}) {
  const {app} = useScreenContext();
  const Screen = useAppState(s => screenOf(s, app.registry));
  const Dialog = useAppState(s => boxOf(s, app.registry));
  const height = useAppState(visibleLineCount);
  return (
    <Guarded height={height}>
      <ScreenProvider value={behind}>
        <Screen />
      </ScreenProvider>
      {Dialog === undefined ? null : <Dialog />}
    </Guarded>
  );
}

/** A part of the screen; if it fails to render, a line reports it and other parts stay. */
function Guarded({height, children}: {readonly height: number; readonly children: ReactNode}) {
  const {app} = useScreenContext();
  const fallback = (
    <Box height={height}>
      <Text>{cannotBeDrawn}</Text>
    </Box>
  );
  return (
    <DrawGuard app={app} fallback={fallback}>
      {children}
    </DrawGuard>
  );
}

const cannotBeDrawn = ' Cannot display this part of the screen · esc goes back · q quits';

function screenOf(state: AppState, registry: Registry): ComponentType {
  const over = openOverlays(state, registry).flatMap(
    ({name, open}) => componentsOfOverlay(name).inPlace?.(open, state) ?? [],
  );
  const waits = state.connection.status === 'connecting';
  return over[0] ?? (waits ? Connecting : screens[currentView(backdrop(state)).kind]);
}

function boxOf(state: AppState, registry: Registry): ComponentType | undefined {
  const [top] = openOverlays(state, registry);
  const isField = top === undefined || ofKind(state.prompt, 'field') !== undefined;
  if (isField && formPopup(state) !== undefined) return FormDialog;
  return top && componentsOfOverlay(top.name).box;
}

function Connecting() {
  const columns = useAppState(s => s.columns);
  const height = useAppState(visibleLineCount);
  const connection = useAppState(s => s.connection);
  if (connection.status !== 'connecting') return null;
  return (
    <Message
      title={connection.text}
      tone="dim"
      lines={[]}
      advice={[]}
      columns={columns}
      height={height}
    />
  );
}

interface Props {
  readonly app: AppStore;
  readonly control: TerminalControl;
  readonly clock: Clock;
  readonly colors: TerminalColors['colors'];
  /** Print lines for a screen reader instead of a screen. */
  readonly isScreenReader: boolean;
}

/** The root component, with the current theme. */
export function Root({app, control, clock, colors, isScreenReader}: Props) {
  const name = useStore(app.store, state => currentTheme(state.look));
  const light = useStore(app.store, state => state.look.lightTerminal === true);
  const theme = useMemo(() => themeOf(name, {colors, light}), [name, colors, light]);
  const value = useMemo(() => ({app, theme}), [app, theme]);
  return (
    <ScreenProvider value={value}>
      <KeyRouter control={control} clock={clock} />
      <DrawGuard app={app} fallback={<Text>{cannotBeDrawn}</Text>}>
        {isScreenReader ? <SpokenScreen /> : <App />}
      </DrawGuard>
    </ScreenProvider>
  );
}
