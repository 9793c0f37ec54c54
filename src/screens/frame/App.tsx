import {Box, Text} from 'ink';
import type {ComponentType} from 'react';
import {Message} from '../../components/Message.tsx';
import type {Prompt} from '../../state/layers/prompt/state.ts';
import type {View} from '../../state/model/location.ts';
import {roomLines} from '../../state/model/room.ts';
import {currentView} from '../../state/model/state.ts';
import {useAppState, useScreenContext} from '../context.ts';
import {ColumnsScreen} from '../layers/Columns.tsx';
import {CopyScreen} from '../layers/Copy.tsx';
import {HelpScreen} from '../layers/Help.tsx';
import {OperationScreen} from '../layers/Operation.tsx';
import {PaletteScreen} from '../layers/Palette.tsx';
import {PickScreen} from '../layers/Pick.tsx';
import {ListWithPreview} from '../layers/Preview.tsx';
import {fillsScreen, WriteDialog, WriteScreen} from '../layers/Write.tsx';
import {FormScreen} from '../views/Form.tsx';
import {HomeScreen} from '../views/Home.tsx';
import {MatrixScreen} from '../views/Matrix.tsx';
import {TextScreen} from '../views/Text.tsx';
import {BottomLines} from './BottomLines.tsx';
import {TopLines} from './TopLines.tsx';

/** How each kind of view is drawn. */
const screens: Readonly<Record<View['kind'], ComponentType>> = {
  home: HomeScreen,
  list: ListWithPreview,
  matrix: MatrixScreen,
  text: TextScreen,
  form: FormScreen,
};

/** How what is typed is drawn that takes the place of the view. */
const typed: Readonly<Partial<Record<Prompt['kind'], ComponentType>>> = {
  palette: PaletteScreen,
  run: OperationScreen,
  pick: PickScreen,
};

const smallest = {columns: 40, rows: 10};

/** The whole screen: two lines at the top, the view, three lines at the bottom; never taller than the terminal. */
export function App() {
  const columns = useAppState(s => s.columns);
  const rows = useAppState(s => s.rows);
  if (columns < smallest.columns || rows < smallest.rows) {
    return <Text>{`steward needs ${smallest.columns}x${smallest.rows}`}</Text>;
  }
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      <TopLines />
      <Box flexDirection="column">
        <Body />
        <Over />
      </Box>
      <BottomLines />
    </Box>
  );
}

/** A dialog of a write lies over what stands in the middle. */
function Over() {
  const isHidden = useAppState(
    s => s.help !== undefined || s.prompt !== undefined || s.copyMenu !== undefined,
  );
  return isHidden ? null : <WriteDialog />;
}

/** What stands in the middle: help, palette, the view, or what is being waited for. */
function Body() {
  const {theme} = useScreenContext();
  const help = useAppState(s => s.help !== undefined);
  const prompt = useAppState(s => s.prompt?.kind);
  const kind = useAppState(s => currentView(s).kind);
  const columns = useAppState(s => s.columns);
  const height = useAppState(roomLines);
  const connection = useAppState(s => s.connection);
  const isCopying = useAppState(s => s.copyMenu !== undefined);
  const isChoosing = useAppState(s => s.chooser !== undefined);
  const isWritten = useAppState(s => fillsScreen(s.write?.stage));
  if (help) return <HelpScreen />;
  if (isCopying) return <CopyScreen />;
  const Typed = prompt && typed[prompt];
  if (Typed) return <Typed />;
  if (connection.status === 'connecting') {
    return (
      <Message
        title={connection.text}
        tone="dim"
        lines={[]}
        advice={[]}
        columns={columns}
        height={height}
        theme={theme}
      />
    );
  }
  if (isWritten) return <WriteScreen />;
  if (isChoosing) return <ColumnsScreen />;
  const Screen = screens[kind];
  return <Screen />;
}
