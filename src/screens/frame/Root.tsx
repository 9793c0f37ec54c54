import {useMemo} from 'react';
import {useStore} from 'zustand';
import {themeOf} from '../../components/themes.ts';
import type {AppStore} from '../../state/app/store.ts';
import {shownTheme} from '../../state/look/theme.ts';
import {ScreenProvider} from '../context.ts';
import {App} from './App.tsx';
import {type FieldGate, KeyRouter} from './KeyRouter.tsx';
import {SpokenScreen} from './Spoken.tsx';

interface Props {
  readonly app: AppStore;
  readonly gate: FieldGate;
  /** The terminal has 256 colours or more. */
  readonly rich: boolean;
  /** Lines to be read aloud in place of a screen to be looked at. */
  readonly spoken: boolean;
}

/** Everything on the terminal, in the theme that is chosen now. */
export function Root({app, gate, rich, spoken}: Props) {
  const name = useStore(app.store, state => shownTheme(state.look));
  const value = useMemo(() => ({app, theme: themeOf(name, rich), gate}), [app, name, rich, gate]);
  return (
    <ScreenProvider value={value}>
      <KeyRouter gate={gate} />
      {spoken ? <SpokenScreen /> : <App />}
    </ScreenProvider>
  );
}
