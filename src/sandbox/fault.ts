import {fitsGlob, type GlobPart} from '../base/glob.ts';
/** Pages that never end: each leads to one more, or all to the same one. */
export type FaultPages = 'endless' | 'same';

/** What a fault does to the requests it strikes; several can be done at once. */
export interface FaultEffects {
  /** Answer this instead of what the operation answers, or nothing at all. */
  readonly instead?: FaultAnswer;
  /** The operation is carried out nevertheless: only its answer is lost. */
  readonly done: boolean;
  /** Close the connection after so many bytes of the body; `half` of it. */
  readonly cutAt?: number | 'half';
  /** How long the body takes, in milliseconds. */
  readonly slowMs?: number;
  /** What the body is called instead of what it is. */
  readonly contentType?: string;
  /** How far the Date header is off, in milliseconds. */
  readonly clockMs?: number;
  /** Break the connection with a reset in the middle of the head, or of the body. */
  readonly resetIn?: 'headers' | 'body';
  /** How many bytes more than there are, or fewer, Content-Length says. */
  readonly lengthOff?: number;
  /** Milliseconds before the answer begins. */
  readonly waitMs?: number;
  /** Bytes of a header that nobody needs. */
  readonly headerBytes?: number;
  /** A body instead of its own, by its name in `faultBodies`. */
  readonly body?: string;
  /** A list whose pages never end. */
  readonly pages?: FaultPages;
}

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

/** A fault as it was asked for, parsed. */
export interface Fault {
  readonly text: string;
  /** `*` for every method. */
  readonly method: string;
  /** `*` stands for any characters; with a question mark it is held against path and query. */
  readonly glob: string;
  readonly effects: FaultEffects;
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
