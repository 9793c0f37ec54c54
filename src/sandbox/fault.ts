import {type GlobPart, matchesWholeGlob} from '../base/glob.ts';
import type {HttpReply} from './node-io.ts';

/** Endless pages: each links to a new one, or all to the same one. */
export type FaultPages = 'endless' | 'same';

/** The response that replaces an operation's own. */
export type FaultAnswer =
  | {readonly kind: 'drop' | 'reset' | 'upgrade'}
  | {readonly kind: 'redirect' /** Where to; absent for the same again. */; readonly to?: string}
  | {
      readonly kind: 'status';
      readonly status: number;
      /** Send an HTML page, as gateways do, instead of the service's own error. */
      readonly html: boolean;
      readonly retryAfterSeconds?: number;
      /** The RateLimit-Reason of a 429. */
      readonly reason?: string;
    };

/** Change a response. @param now milliseconds since the UNIX epoch */
export type FaultChange = (reply: HttpReply, now: number) => HttpReply;

/** A parsed fault; it can have several effects on one request. */
export interface Fault {
  readonly text: string;
  /** `*` for every method. */
  readonly method: string;
  /**
   * `*` matches any characters. A glob with a question mark is matched against path and query,
   * others against the path.
   */
  readonly glob: string;
  /** The response that replaces the operation's own, or a closed connection. */
  readonly instead?: FaultAnswer;
  /** The operation runs all the same; only its response is lost. */
  readonly done: boolean;
  /** Make the pages of a list endless. */
  readonly pages?: FaultPages;
  readonly changes: readonly FaultChange[];
  /** Probability above 0 and up to 1 to apply to a matching request. */
  readonly chance: number;
  /** Maximum number of times it applies. */
  readonly times: number;
  /** Number of matching requests to skip first. */
  readonly after: number;
}

/** Check whether a fault matches a request. */
export function fitsFault(fault: Fault, method: string, target: string): boolean {
  if (fault.method !== '*' && fault.method !== method) return false;
  const at = fault.glob.includes('?') ? -1 : target.indexOf('?');
  return matchesGlob(fault.glob, at === -1 ? target : target.slice(0, at));
}

/**
 * Check whether a text matches a glob in which `*` matches any characters, in at most the product
 * of their lengths.
 */
export function matchesGlob(glob: string, text: string): boolean {
  const pattern = glob
    .split('')
    .map((one): GlobPart => (one === '*' ? 'any number' : of => of === one));
  return matchesWholeGlob(pattern, text);
}
