import {type KeyBinding, key} from '../../keys/binding.ts';
import {focusPreview, togglePreview, zoomPreview} from './preview.ts';

/** Keys of the preview beside a list; `pane` is the scope of a list that has one. */
export const previewKeys: readonly KeyBinding[] = [
  key('tab', 'scroll the preview, or move in the list again', focusPreview, {scopes: ['pane']}),
  key('p', 'preview of the row under the cursor, on or off', togglePreview, {scopes: ['list']}),
  key('z', 'the preview alone, or beside its list again', zoomPreview, {
    scopes: ['list'],
    needs: state => (state.preview === undefined ? 'no preview is shown: p shows one' : undefined),
  }),
];
