import type {Client} from '../api/client.ts';
import type {Operation} from '../api/operation.ts';
import type {Given} from '../api/request-plan.ts';
import {exitCodes, Failure, toFailure} from '../base/failure.ts';
import {type AuditChoice, type AuditLog, openAuditLog} from './audit.ts';
import type {Host} from './host.ts';

/** What a log for a client is chosen with. */
export interface AuditedBy {
  readonly choice: AuditChoice;
  /** Told when a log that is only wished for cannot be written. */
  readonly warn: (text: string) => void;
}

/**
 * A client of the terminal UI whose writes go into the audit log, each as one line like that of a
 * one-shot command (contract 7.2); reads do not.
 *
 * @throws Failure 'config_error' from `request` when a log that is required cannot be opened;
 * nothing is sent then
 */
export function auditedClient(
  client: Client,
  {choice, warn}: AuditedBy,
  host: Pick<Host, 'platform' | 'clock'>,
): Client {
  async function open(): Promise<AuditLog | undefined> {
    try {
      return await openAuditLog(choice.path, host);
    } catch (error) {
      const {message} = toFailure(error);
      if (!choice.required) {
        warn(`the audit log cannot be opened: ${message}`);
        return undefined;
      }
      throw new Failure('config_error', `The audit log cannot be opened: ${message}`, {
        hint: 'The profile has "audit_required": nothing was sent.',
        attempts: 0,
      });
    }
  }

  return {
    ...client,
    async request(operation, given, options) {
      if (operation.effect === 'read') return client.request(operation, given, options);
      const log = await open();
      const startedMs = host.clock.now();
      const write = async (status: number | null, exit: number): Promise<void> => {
        const entry = {
          startedMs,
          profile: client.identity.profile || 'default',
          op: `${operation.group} ${operation.name}`,
          ...whereOf(client, operation, given),
          status,
          exit,
          durationMs: host.clock.now() - startedMs,
          pages: exit === 0 ? 1 : 0,
          dryRun: false,
          cached: false,
        };
        await log
          ?.append(entry)
          .catch(error => warn(`the audit log cannot be written: ${toFailure(error).message}`));
      };
      try {
        const reply = await client.request(operation, given, options);
        await write(reply.status, reply.failure ? exitCodes[reply.failure.kind] : 0);
        return reply;
      } catch (error) {
        const {kind, details} = toFailure(error);
        await write(details.status ?? null, exitCodes[kind]);
        throw error;
      }
    },
  };
}

/** Method and path of the request; of one that cannot be planned those of the record. */
function whereOf(client: Client, operation: Operation, given: Given) {
  try {
    const {method, path} = client.plan(operation, given);
    return {method, path};
  } catch {
    // The request fails of the same, and is told by it.
    return {method: operation.method, path: operation.path};
  }
}
