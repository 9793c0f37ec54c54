import {Static, Text} from 'ink';
import {useEffect, useRef, useState} from 'react';
import {announcedLines} from '../../state/look/announcements.ts';
import {useAppState, useScreenContext} from '../context.ts';
import {PromptField} from '../overlays/PromptField.tsx';

/**
 * The screen for screen readers: changes are appended as lines, and nothing is overwritten. Only
 * the prompt is drawn in place.
 */
export function SpokenScreen() {
  const {app} = useScreenContext();
  const state = useAppState(s => s);
  const {prompt} = state;
  const said = useRef<readonly string[]>([]);
  const [lines, setLines] = useState<readonly string[]>([]);
  // Announce only problems.
  const wrong = app.registry.signs(state).filter(({tone}) => tone === 'bad');
  const now = [...announcedLines(state, app.registry), ...wrong.map(({text}) => text)];
  const key = now.join('\n');
  useEffect(() => {
    const before = new Set(said.current);
    const fresh = key.split('\n').filter(line => line !== '' && !before.has(line));
    said.current = key.split('\n');
    if (fresh.length > 0) setLines(all => [...all, ...fresh]);
  }, [key]);
  return (
    <>
      <Static items={[...lines]}>{(line, i) => <Text key={i}>{line}</Text>}</Static>
      {prompt === undefined ? null : <PromptField sign={`${prompt.kind}: `} />}
    </>
  );
}
