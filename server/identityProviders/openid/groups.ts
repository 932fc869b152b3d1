/** The groups of a user, as the provider has signed them. */
import type { GroupState } from '../../../api/contract/identityProviders.states.ts';
import type { ConnectionRow } from '../settings/repository.ts';

type Claims = Readonly<Record<string, unknown>>;

export interface ClaimedGroups {
  readonly state: Exclude<GroupState, 'directory'>;
  /** Ids or names as the provider sends them, if the state is `read`. */
  readonly names: readonly string[];
}

/** Maximum of groups: far more than Entra puts into a token, and as many as a response of SAML has room for. */
const MAX_GROUPS = 1500;
const MAX_NAME_LENGTH = 255;
const DEFAULT_CLAIM = 'groups';
/** The attribute name of Entra and AD FS in SAML, and the one that Entra sends in its place when there are too many groups. */
const SAML_GROUPS = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups';
const SAML_OVERAGE = 'http://schemas.microsoft.com/claims/groups.link';

/** A response without groups changes nothing; one with an empty list does. */
export function groupsOf(
  { kind, groups_claim: claim }: Pick<ConnectionRow, 'kind' | 'groups_claim'>,
  claims: Claims,
): ClaimedGroups {
  if (claim === null) return { state: 'absent', names: [] };
  const sent = [claim, ...(kind === 'saml' && claim === DEFAULT_CLAIM ? [SAML_GROUPS] : [])].find((name) =>
    Object.hasOwn(claims, name),
  );
  const value = sent === undefined ? undefined : claims[sent];
  const list: unknown[] | undefined = Array.isArray(value) ? value : typeof value === 'string' ? [value] : undefined;
  if (!list) return { state: isOverage(claims, claim) ? 'overage' : 'absent', names: [] };
  const names = list.filter((name) => typeof name === 'string').filter((name) => name !== '' && name.length <= MAX_NAME_LENGTH);
  return new Set(names).size > MAX_GROUPS
    ? { state: 'overage', names: [] }
    : { state: 'read', names: [...new Set(names)].sort() };
}

/** Entra then names the address to request the groups from (`_claim_names`), to which we have no access. */
function isOverage(claims: Claims, claim: string): boolean {
  const { _claim_names: elsewhere, hasgroups } = claims;
  const isNamed = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, claim);
  return isNamed || hasgroups === true || hasgroups === 'true' || Object.hasOwn(claims, SAML_OVERAGE);
}
