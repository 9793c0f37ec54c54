import type {Named} from '../../api/field.ts';
import {
  findNameList,
  givenFor,
  type NamedThing,
  type NameQuestion,
  readThings,
} from '../../api/naming/name-listing.ts';
import type {Service} from '../../api/operation.ts';
import type {Ports} from '../model/step.ts';
import {optionsFor} from './ask.ts';

/**
 * The things of a kind, to be picked by name: all, or those the service finds for a text. None where
 * the service lists them for a text alone and none is given.
 *
 * @throws Failure of the kinds of contract 4
 */
export async function askThings(
  service: Service,
  kind: Named,
  question: NameQuestion,
  ports: Ports,
  signal: AbortSignal,
): Promise<readonly NamedThing[]> {
  const list = findNameList(service, kind);
  if (list === undefined) throw new Error(`no operation lists things of the kind ${kind}`);
  if (list.source.narrowedBy?.required && question.like === undefined) return [];
  const {operation} = list;
  const given = givenFor(list, question);
  const client = ports.client(service);
  const options = optionsFor({operation, given}, ports, signal);
  const {text} = await client.request(client.plan(operation, given, options), options);
  return readThings(list, text);
}
