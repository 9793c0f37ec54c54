import {safeText} from '../../base/safe-text.ts';
import {cutText, widthOf} from '../../base/width.ts';
import type {LineSpan} from '../../components/LineText.tsx';
import type {Location} from '../../state/model/location.ts';

const titleAtMost = 24;

/**
 * The tabs by name, as many around the one looked at as fit; `‹` and `›` stand for the others, in the
 * same columns whether there are any, so that nothing moves but what must.
 *
 * @param room columns there are for them; the name of the one looked at is shown at least
 */
export function tabTitles({tabs, tab}: Pick<Location, 'tabs' | 'tab'>, room: number): LineSpan[] {
  if (tabs.length < 2) return [];
  const texts = tabs.map(({title}, i) => ` ${i + 1} ${cutText(safeText(title), titleAtMost)} `);
  let [first, last] = [tab, tab];
  let left = room - 2 - widthOf(texts[tab] ?? '');
  const takes = (at: number): boolean => {
    const text = texts[at];
    if (text === undefined || widthOf(text) > left) return false;
    left -= widthOf(text);
    return true;
  };
  // The next one is always worth seeing; then from the first on, which keeps them in their places.
  if (takes(last + 1)) last += 1;
  while (takes(first - 1)) first -= 1;
  while (takes(last + 1)) last += 1;
  return [
    {text: first > 0 ? '‹' : ' ', tone: 'accent'},
    ...texts.slice(first, last + 1).map((text, i): LineSpan => {
      const isHere = first + i === tab;
      return isHere ? {text, tone: 'accent', strong: true} : {text, tone: 'dim'};
    }),
    {text: last < tabs.length - 1 ? '›' : ' ', tone: 'accent'},
  ];
}
