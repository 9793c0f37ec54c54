import process from 'node:process';
import {text} from 'node:stream/consumers';
import type {ExchangeEvent} from '../api/client.ts';
import {toFailure} from '../base/failure.ts';
import {makeHost} from './make-host.ts';
import {renewUnderLock} from './oauth.ts';
import type {Renewal, RenewalResult} from './renew-in-process.ts';
import {sendPorts} from './transport.ts';

/**
 * Renew a token for the parent process: `Renewal` on standard input, `RenewalResult` on standard
 * output.
 */
async function serveParent(): Promise<void> {
  // The token may have been used already; the wait for the next one has its own time limits.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
  // The parent may have been killed.
  process.stdout.on('error', () => undefined);
  const host = makeHost();
  const renewal: Renewal = JSON.parse(await text(process.stdin));
  const exchanges: ExchangeEvent[] = [];
  const {timeoutMs, refused} = renewal;
  const options = {
    ...(timeoutMs !== undefined && {timeoutMs}),
    ...(refused !== undefined && {refused}),
    onExchange: (event: ExchangeEvent) => void exchanges.push(event),
  };
  const result = await renewUnderLock(renewal, options, host, sendPorts(host)).then(
    (token): RenewalResult => ({token, exchanges}),
    (error: unknown): RenewalResult => {
      const {kind, message, details} = toFailure(error);
      const {cause: _, ...plain} = details;
      return {failure: {kind, message, details: plain}, exchanges};
    },
  );
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

void serveParent();
