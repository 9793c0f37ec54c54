import {fitsGlob, type GlobPart} from '../base/glob.ts';
import type {RawReply} from './node-io.ts';

/** Pages that never end: each leads to one more, or all to the same one. */
export type FaultPages = 'endless' | 'same';

/** What comes instead of an operation's own answer. */
export type FaultAnswer =
  | {readonly kind: 'drop' | 'reset' | 'upgrade'}
  | {readonly kind: 'redirect' /** Where to; absent for the same again. */; readonly to?: string}
  | {
      readonly kind: 'status';
      readonly status: number;
      /** A page for people, as gateways send it, instead of the service's own error. */
      readonly html: boolean;
      readonly retryAfterSeconds?: number;
      /** The RateLimit-Reason of a 429. */
      readonly reason?: string;
    };

/** What becomes of an answer. @param now milliseconds since the UNIX epoch */
export type FaultChange = (reply: RawReply, now: number) => RawReply;

/** A fault as it was asked for, parsed; several things can be done to one request. */
export interface Fault {
  readonly text: string;
  /** `*` for every method. */
  readonly method: string;
  /** `*` stands for any characters; with a question mark it is held against path and query. */
  readonly glob: string;
  /** Answer this instead of what the operation answers, or nothing at all. */
  readonly instead?: FaultAnswer;
  /** The operation is carried out nevertheless: only its answer is lost. */
  readonly done: boolean;
  /** A list whose pages never end. */
  readonly pages?: FaultPages;
  readonly changes: readonly FaultChange[];
  /** How probable it is to strike a request it fits, above 0 up to 1. */
  readonly chance: number;
  /** How often it strikes at most. */
  readonly times: number;
  /** How many requests it fits are left alone first. */
  readonly after: number;
}

/** Whether a fault is for a request. */
export function fitsFault(fault: Fault, method: string, target: string): boolean {
  if (fault.method !== '*' && fault.method !== method) return false;
  const at = fault.glob.includes('?') ? -1 : target.indexOf('?');
  return matchesGlob(fault.glob, at === -1 ? target : target.slice(0, at));
}

/** Whether a text fits a glob in which `*` stands for any characters; never slower than their product. */
export function matchesGlob(glob: string, text: string): boolean {
  const parts = glob
    .split('')
    .map((one): GlobPart => (one === '*' ? 'any number' : of => of === one));
  return fitsGlob(parts, text);
}
