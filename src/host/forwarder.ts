import type {SendPorts} from '../api/retry.ts';
import {
  type Forwarded,
  type ForwardOptions,
  forwardDelivery,
} from '../api/watch/forward-delivery.ts';
import type {Host} from './host.ts';
import {sendPorts} from './transport.ts';

/** Bytes read of a response: it is reported, not stored. */
const maxAnswerBytes = 1024 * 1024;

/** Sends a failed delivery again to an address; never throws. */
export type Forward = (record: string, url: string, options?: ForwardOptions) => Promise<Forwarded>;

/**
 * Sends failed deliveries again: with the proxies of the environment, and without the credentials and
 * headers of any profile.
 */
export function makeForwarder(host: Pick<Host, 'clock' | 'env' | 'random'>): Forward {
  let ports: SendPorts | undefined;
  return (record, url, options = {}) => {
    ports ??= sendPorts(host, maxAnswerBytes);
    return forwardDelivery(record, url, ports, options);
  };
}
