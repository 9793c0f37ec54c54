import {commandFor} from '../command-for.ts';
import {type OperationRef, trackerRef} from '../operation-ref.ts';
import type {ResolvedCall} from '../request-plan.ts';
import {resolveCall} from '../resolve-call.ts';
import type {AccessGrant} from './access-facts.ts';
import {grantHolder, type Holder} from './holders.ts';

/** A write that fixes a finding or gives a permission; its inputs are values. */
export interface AccessFix extends OperationRef {
  /** Inputs that people have to decide. @default none */
  readonly asks?: readonly string[];
}

/** A change of the grants of a scheme. */
export type GrantChange =
  | {readonly kind: 'remove'; readonly grant: Pick<AccessGrant, 'id' | 'permission' | 'holder'>}
  | {readonly kind: 'add'; readonly permission: string; readonly holder: Holder};

/** The call of a fix, without the inputs to decide. */
export function fixCall(fix: AccessFix): ResolvedCall {
  return resolveCall(fix, {}, 0);
}

/** The command of a fix; inputs to decide have the value `…`. */
export function fixCommand(fix: AccessFix): string {
  return [commandFor(fixCall(fix), []), ...(fix.asks ?? []).map(name => `--${name} …`)].join(' ');
}

/** Make the write of a change of grants. */
export function fixOfChange(schemeId: string, change: GrantChange): AccessFix {
  const scheme = {schemeId: [schemeId]};
  if (change.kind === 'remove') {
    return trackerRef('permissionscheme delete-permission-scheme-entity', {
      ...scheme,
      permissionId: [change.grant.id],
    });
  }
  const {permission, holder} = change;
  const body = [JSON.stringify({holder: grantHolder(holder), permission})] as const;
  return trackerRef('permissionscheme create-permission-grant', scheme, {body});
}
