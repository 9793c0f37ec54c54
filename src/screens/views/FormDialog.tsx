import {Box} from 'ink';
import {Dialog} from '../../components/Dialog.tsx';
import {ofKind} from '../../state/model/location.ts';
import {visibleLineCount} from '../../state/model/viewport.ts';
import {formPopup} from '../../state/views/form/popup-form.ts';
import {useAppState} from '../context.ts';
import {FieldLine} from './Form.tsx';

/** A form with a single field as a box over the list. */
export function FormDialog() {
  const state = useAppState(s => s);
  const popup = formPopup(state);
  if (popup === undefined) return null;
  const {field, lines, width} = popup;
  const typed = ofKind(state.prompt, 'field');
  const line = lines[field] ?? [];
  const content =
    typed === undefined ? null : (
      <Box width={width} height={1}>
        <FieldLine line={line} selected typed={typed} state={state} columns={width} />
      </Box>
    );
  const drawn = typed === undefined ? lines : lines.with(field, [{text: ' '}]);
  return (
    <Dialog
      {...popup}
      lines={drawn}
      {...(typed === undefined && {selected: field})}
      isDanger={false}
      height={visibleLineCount(state)}
      columns={state.columns}
      over={{line: field, content}}
    />
  );
}
