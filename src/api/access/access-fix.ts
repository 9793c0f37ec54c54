import {operationNamed} from '../catalogue.ts';
import {commandFor} from '../command-for.ts';
import {trackerRef} from '../operation-ref.ts';
import type {AccessGrant} from './access-facts.ts';
import {grantHolder, type Holder} from './holders.ts';

/** A write that fixes a finding or gives a permission. */
export interface AccessFix {
  /** `group name`, as in the catalogue. */
  readonly operation: string;
  readonly inputs: Readonly<Record<string, readonly string[]>>;
  readonly body?: string;
  /** Inputs that people have to decide. @default none */
  readonly asks?: readonly string[];
}

/** A change of the grants of a scheme. */
export type GrantChange =
  | {readonly kind: 'remove'; readonly grant: Pick<AccessGrant, 'id' | 'permission' | 'holder'>}
  | {readonly kind: 'add'; readonly permission: string; readonly holder: Holder};

/** The command of a fix; inputs to decide have the value `…`. */
export function fixCommand(
  {operation, inputs, body, asks = []}: AccessFix,
  flags: readonly string[] = [],
): string {
  const given = {inputs, ...(body !== undefined && {body})};
  const command = commandFor({operation: operationNamed(trackerRef(operation)), given}, flags);
  return [command, ...asks.map(name => `--${name} …`)].join(' ');
}

/** Make the write of a change of grants. */
export function fixOfChange(schemeId: string, change: GrantChange): AccessFix {
  const scheme = {schemeId: [schemeId]};
  if (change.kind === 'remove') {
    return {
      operation: 'permissionscheme delete-permission-scheme-entity',
      inputs: {...scheme, permissionId: [change.grant.id]},
    };
  }
  const {permission, holder} = change;
  return {
    operation: 'permissionscheme create-permission-grant',
    inputs: scheme,
    body: JSON.stringify({holder: grantHolder(holder), permission}),
  };
}
