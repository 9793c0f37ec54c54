import type {AppState} from '../../model/state.ts';
import {type Act, type Parts, type Step, stay} from '../../model/step.ts';
import type {WriteStage} from '../../write/state.ts';

type StageName = WriteStage['stage'];

/** A stage of a write, by its name. */
type StageOf<S extends StageName> = WriteStage & {readonly stage: S};

/** What a key does in one stage of a write; in another it does nothing. */
export function inStage<S extends StageName>(
  stage: S,
  act: (state: AppState, write: StageOf<S>, parts: Parts) => Step,
): Act {
  const isHere = (write: WriteStage | undefined): write is StageOf<S> => write?.stage === stage;
  return (state, parts) => (isHere(state.write) ? act(state, state.write, parts) : stay(state));
}

/** What a key does that means something else in each stage of a write. */
export function byStage(acts: Readonly<Record<StageName, Act>>): Act {
  return (state, parts) =>
    state.write === undefined ? stay(state) : acts[state.write.stage](state, parts);
}
