import {useMemo} from 'react';
import {useStore} from 'zustand';
import type {Clock} from '../../base/clock.ts';
import {type Ground, themeOf} from '../../components/themes.ts';
import type {AppStore} from '../../state/app/store.ts';
import {shownTheme} from '../../state/look/look.ts';
import {ScreenProvider} from '../context.ts';
import {App} from './App.tsx';
import {type FieldGate, KeyRouter} from './KeyRouter.tsx';
import {SpokenScreen} from './Spoken.tsx';

interface Props {
  readonly app: AppStore;
  readonly gate: FieldGate;
  readonly clock: Clock;
  readonly colors: Ground['colors'];
  /** Lines to be read aloud in place of a screen to be looked at. */
  readonly spoken: boolean;
}

/** Everything on the terminal, in the theme that is chosen now. */
export function Root({app, gate, clock, colors, spoken}: Props) {
  const name = useStore(app.store, state => shownTheme(state.look));
  const light = useStore(app.store, state => state.look.lightTerminal === true);
  const theme = useMemo(() => themeOf(name, {colors, light}), [name, colors, light]);
  const value = useMemo(() => ({app, theme, gate}), [app, theme, gate]);
  return (
    <ScreenProvider value={value}>
      <KeyRouter gate={gate} clock={clock} />
      {spoken ? <SpokenScreen /> : <App />}
    </ScreenProvider>
  );
}
