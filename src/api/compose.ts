import {pointerSteps} from '../base/json-pointer.ts';
import {givenTexts, isGiven, splitValues, takesMany} from './given-values.ts';
import type {MemberInput, Operation} from './operation.ts';
import type {Given} from './request-plan.ts';

/** JSON text and where it goes. A step `-` of the pointer is the array element of that index. */
export interface BodyPart {
  readonly pointer: string;
  /** Which array element `-` stands for; default 0. */
  readonly index?: number;
  /** JSON text, taken over as it is. */
  readonly json: string;
}

/** JSON from its parts, members in the order of the parts. */
export function composeJson(parts: readonly BodyPart[]): string {
  const root: Branch = {children: new Map(), list: false};
  for (const {pointer, index = 0, json} of parts) {
    const steps = pointerSteps(pointer);
    let branch = root;
    for (const [at, step] of steps.entries()) {
      const name = step === '-' ? String(index) : step;
      branch.list ||= step === '-';
      if (at === steps.length - 1) {
        branch.children.set(name, json);
        break;
      }
      const next = branch.children.get(name);
      const child: Branch =
        next === undefined || typeof next === 'string' ? {children: new Map(), list: false} : next;
      branch.children.set(name, child);
      branch = child;
    }
  }
  return writeBranch(root);
}

/** The parts given as flags, each with what it implies (labels-v1, wire-notes 4.18). */
export function givenParts(operation: Operation, given: Given): BodyPart[] {
  return operation.inputs
    .filter(input => input.place === 'member')
    .filter(input => isGiven(input, given))
    .flatMap(input => partsOf(input, givenTexts(input, given)));
}

function partsOf(input: MemberInput, texts: readonly string[]): BodyPart[] {
  const values = takesMany(input) ? splitValues(texts) : texts;
  return values.flatMap((value, index) => [
    ...Object.entries(input.implies ?? {}).map(([pointer, text]) => ({
      pointer,
      index,
      json: JSON.stringify(text),
    })),
    {pointer: input.pointer, index, json: JSON.stringify(value)},
  ]);
}

interface Branch {
  readonly children: Map<string, Branch | string>;
  list: boolean;
}

function writeBranch({children, list}: Branch): string {
  const texts = [...children].map(([name, child]) => {
    const json = typeof child === 'string' ? child : writeBranch(child);
    return list ? json : `${JSON.stringify(name)}:${json}`;
  });
  return list ? `[${texts.join(',')}]` : `{${texts.join(',')}}`;
}
