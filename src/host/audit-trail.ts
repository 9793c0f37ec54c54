import {siteOf} from '../api/account.ts';
import type {Client, ClientIdentity, ExchangeEvent, Reply, SendingOptions} from '../api/client.ts';
import type {RequestPlan, ResolvedCall} from '../api/request-plan.ts';
import {isWrite} from '../api/uncertain-write.ts';
import {exitCodes, Failure, toFailure} from '../base/failure.ts';
import {type AuditChoice, type AuditLog, openAuditLog} from './audit.ts';
import {auditedObject, auditedRequest} from './audited-object.ts';
import type {Host} from './host.ts';

/** Facts about an operation before it is planned. */
export interface AuditSubject {
  /** `group operation` or `raw METHOD`. */
  readonly title: string;
  readonly method?: string;
  /** Path of the record, or the path typed for `raw`. */
  readonly path?: string;
}

/** Who runs an operation, and where; account and site if the settings could be read. */
interface AuditedRun {
  readonly profile: string;
  readonly dryRun?: boolean;
  readonly identity?: Pick<ClientIdentity, 'baseUrl' | 'authType' | 'user'>;
}

/** Collects the facts about an operation for its line in the audit log. */
export interface AuditTrail {
  /**
   * Open the log before anything is sent. A log that is not required and cannot be opened is a
   * warning.
   *
   * @throws Failure 'config_error' if a required log cannot be opened
   */
  open(choice: AuditChoice | undefined, of: AuditedRun): Promise<void>;
  /** Whether it is known if a line is written. */
  isOpened(): boolean;
  planned(plan: RequestPlan, call?: ResolvedCall): void;
  /** Note how to get the object before the write, JSON text; called only if a line is written. */
  readBefore(find: () => string | undefined): void;
  /** Restart its duration after it waited to be sent. */
  admitted(): void;
  exchanged(event: ExchangeEvent): void;
  answered(reply: Pick<Reply, 'status' | 'pages' | 'cached'>): void;
  /**
   * Write the line with the facts so far, if one is required.
   *
   * @param exitCode computes the exit code of a success; called only if a line is written
   */
  end(
    subject: AuditSubject,
    failure: Failure | undefined,
    exitCode?: () => Promise<number>,
  ): Promise<void>;
}

/** Start the trail of an operation (contract 7.2). */
export function makeAuditTrail(
  warn: (text: string) => void,
  {clock, platform}: Pick<Host, 'clock' | 'platform'>,
): AuditTrail {
  let startedMs = clock.now();
  let profile = 'default';
  let dryRun = false;
  let log: AuditLog | undefined;
  let isOpened = false;
  let plan: RequestPlan | undefined;
  let reply: Pick<Reply, 'status' | 'pages' | 'cached'> | undefined;
  let answers = 0;
  let identity: AuditedRun['identity'];
  let call: ResolvedCall | undefined;
  let findBefore: () => string | undefined = () => undefined;
  return {
    async open(choice, of) {
      // A log that cannot be opened is reported once; the end does not retry.
      isOpened = true;
      ({profile, dryRun = false, identity} = of);
      if (choice === undefined) return;
      try {
        log = await openAuditLog(choice.path, {platform});
      } catch (error) {
        const message = `Cannot open the audit log: ${toFailure(error).message}`;
        if (!choice.required) return warn(message);
        throw new Failure('config_error', message, {
          hint: 'Nothing was sent, because the profile sets "audit_required".',
          attempts: 0,
        });
      }
    },
    isOpened: () => isOpened,
    planned(one, ofCall) {
      plan = one;
      call = ofCall ?? call;
    },
    readBefore(find) {
      findBefore = find;
    },
    admitted() {
      startedMs = clock.now();
    },
    exchanged({status, cached}) {
      if (status !== undefined && status < 400 && !cached) answers++;
    },
    answered({status, pages, cached}) {
      // Without the text, which may be long.
      reply = {status, pages: pages + (reply?.pages ?? 0), cached};
    },
    async end({title, method, path}, failure, exitCode = async () => 0) {
      const durationMs = clock.now() - startedMs;
      if (log === undefined) return;
      const append = async (to: AuditLog): Promise<void> =>
        to.append({
          startedMs,
          profile,
          op: title,
          method: plan?.method ?? method ?? null,
          path: plan?.path ?? path ?? null,
          status: failure?.details.status ?? reply?.status ?? null,
          exit: failure ? exitCodes[failure.kind] : await exitCode(),
          durationMs,
          pages: reply?.pages ?? answers,
          dryRun,
          cached: reply?.cached ?? false,
          site: identity && siteOf(identity),
          account: identity && (identity.user ?? identity.authType),
          of: call ? auditedObject(call, findBefore()) : plan && auditedRequest(plan),
        });
      await append(log).catch(error =>
        warn(`Cannot write the audit log: ${toFailure(error).message}`),
      );
    },
  };
}

/** A client layer that records in a trail what is planned, sent and received. */
export function recordedClient(client: Client, trail: AuditTrail): Client {
  const planned = (plan: RequestPlan, call?: ResolvedCall): RequestPlan => {
    trail.planned(plan, call);
    return plan;
  };
  const recording = (
    options: SendingOptions = {},
    also?: (event: ExchangeEvent) => void,
  ): SendingOptions => ({
    ...options,
    onExchange(event, traffic) {
      trail.exchanged(event);
      also?.(event);
      options.onExchange?.(event, traffic);
    },
  });
  return {
    ...client,
    plan: (operation, given, options) =>
      planned(client.plan(operation, given, options), {operation, given}),
    planRaw: (request, options) => planned(client.planRaw(request, options)),
    async request(plan, options) {
      const reply = await client.request(planned(plan), recording(options));
      trail.answered(reply);
      return reply;
    },
    async *pages(plan, options) {
      let status = 0;
      const recorded = recording(options, event => {
        status = event.status ?? status;
      });
      for await (const page of client.pages(planned(plan), recorded)) {
        trail.answered({status, pages: 1, cached: false});
        yield page;
      }
    },
  };
}

/**
 * A client layer that writes an audit line for each write, like that of a one-shot command; reads
 * are not logged.
 *
 * @throws Failure 'config_error' from `request` if a required log cannot be opened; then nothing is
 * sent
 */
export function auditedClient(
  client: Client,
  choice: AuditChoice,
  warn: (text: string) => void,
  host: Pick<Host, 'platform' | 'clock'>,
): Client {
  return {
    ...client,
    async request(plan, options) {
      if (!isWrite(plan)) return client.request(plan, options);
      const trail = makeAuditTrail(warn, host);
      const {identity} = client;
      await trail.open(choice, {profile: identity.profile || 'default', identity});
      const {written} = options ?? {};
      if (written) {
        trail.planned(plan, written.call);
        trail.readBefore(written.before);
      }
      let failure: Failure | undefined;
      try {
        const reply = await recordedClient(client, trail).request(plan, options);
        failure = reply.failure;
        return reply;
      } catch (error) {
        failure = toFailure(error);
        throw error;
      } finally {
        await trail.end(plan, failure);
      }
    },
  };
}
