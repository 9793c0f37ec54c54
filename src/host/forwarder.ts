import type {SendPorts} from '../api/retry.ts';
import {
  type ForwardOptions,
  type ForwardResult,
  forwardDelivery,
} from '../api/watch/forward-delivery.ts';
import type {Host} from './host.ts';
import {sendPorts} from './transport.ts';

/** Limit of bytes read from a response: it is only reported. */
const maxAnswerBytes = 1024 * 1024;

/** Forward a failed delivery to a URL; never throws. */
export type Forward = (
  record: string,
  url: string,
  options?: ForwardOptions,
) => Promise<ForwardResult>;

/**
 * Make a function that forwards failed deliveries, with the proxies of the environment, and without
 * the credentials and headers of any profile.
 */
export function makeForwarder(host: Pick<Host, 'clock' | 'env' | 'random'>): Forward {
  let ports: SendPorts | undefined;
  return (record, url, options = {}) => {
    ports ??= sendPorts(host, maxAnswerBytes);
    return forwardDelivery(record, url, ports, options);
  };
}
