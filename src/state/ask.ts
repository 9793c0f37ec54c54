import type {CallOptions, Page} from '../api/client.ts';
import {resolveCall} from './call.ts';
import {commandFor} from './command-line.ts';
import type {Sent} from './model.ts';
import type {Ports} from './ports.ts';
import type {Call, Params, ResolvedCall} from './resource.ts';

/** The one-shot command that makes the same request as a call. */
export function sentBy(call: Call, params: Params, ports: Ports): Sent {
  const resolved = resolveCall(call, params, ports.clock.now());
  return {service: call.service, command: commandFor(resolved, ports.flags(call.service))};
}

/**
 * The whole answer of a call as JSON text.
 *
 * @throws Failure of the kinds of client-contract 4
 */
export async function askText(
  call: Call,
  params: Params,
  ports: Ports,
  signal: AbortSignal,
): Promise<string> {
  const resolved = resolveCall(call, params, ports.clock.now());
  const client = ports.client(call.service);
  const options = optionsFor(resolved, ports, signal);
  const reply = await client.request(resolved.operation, resolved.given, options);
  return reply.text;
}

/**
 * The pages of a call as they come.
 *
 * @throws Failure of the kinds of client-contract 4
 */
export function askPages(
  call: Call,
  params: Params,
  ports: Ports,
  signal: AbortSignal,
): AsyncIterable<Page> {
  const resolved = resolveCall(call, params, ports.clock.now());
  const client = ports.client(call.service);
  const options = optionsFor(resolved, ports, signal);
  return client.pages(resolved.operation, resolved.given, options);
}

/** Every exchange goes into the log of the session with the command that makes the same. */
export function optionsFor(resolved: ResolvedCall, ports: Ports, signal: AbortSignal): CallOptions {
  const command = commandFor(resolved, ports.flags(resolved.operation.service));
  return {
    signal,
    onExchange: exchange =>
      ports.dispatch({kind: 'exchange', exchange, command, atMs: ports.clock.now()}),
  };
}
