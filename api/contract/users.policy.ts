/** Who may do what to whom. The server decides by it, the page shows and hides by it. Each answer is the problem's code, or null for yes. */
import { inScope, isAdmin, isSystemAdmin, isSystemWide, reachesAllOrganisations, type Person } from './person.ts';
import type { ProblemCode } from './problem.ts';

/** A person as a target of administration. */
export interface Target {
  readonly userId: string;
  readonly organisationId: string;
  /** Whether that is the operator's own organisation. */
  readonly house: boolean;
  readonly roles: readonly string[];
  readonly enabled: boolean;
  /** False while invited. */
  readonly registered: boolean;
  /** Whether the organisation is; where nobody says, it is. */
  readonly approved?: boolean;
}

type Verdict = ProblemCode | null;

/**
 * A user out of scope does not exist for the actor. Only a system administrator acts on users whose rights reach beyond one
 * organisation: taking over such an account would give the actor those rights.
 */
function mayAdminister(actor: Person, target: Target): Verdict {
  if (!inScope(actor, target.organisationId)) return 'NotFound';
  if (reachesAllOrganisations(target) && !isSystemAdmin(actor)) return 'Forbidden';
  return null;
}

const isSelf = (actor: Person, target: Target) => actor.userId === target.userId;

const onOthersOnly = (actor: Person, target: Target): Verdict =>
  mayAdminister(actor, target) ?? (isSelf(actor, target) ? 'OwnAccount' : null);

export const mayEnable = onOthersOnly;
export const mayUnlock = onOthersOnly;
export const mayChangeRoles = onOthersOnly;
export const mayResetAuthentication = onOthersOnly;
export const mayIssueRecoveryCode = onOthersOnly;
export const mayRequireMfa = mayAdminister;
export const mayExemptFromMfa = onOthersOnly;
export const mayInvite = mayAdminister;
export const mayTakeOwnership = mayAdminister;

/** Names and title are everybody's own to change; the rest is an administrator's. */
export const mayEdit = (actor: Person, target: Target): Verdict => (isSelf(actor, target) ? null : mayAdminister(actor, target));

export type EditableField = 'firstName' | 'lastName' | 'title' | 'email' | 'organisationPublicId';

/** Nobody moves themselves to another address or organisation; between organisations only a system administrator moves people. */
export function mayEditField(actor: Person, target: Target, field: EditableField): Verdict {
  if (field !== 'email' && field !== 'organisationPublicId') return mayEdit(actor, target);
  if (isSelf(actor, target)) return 'OwnAccount';
  if (field === 'organisationPublicId' && !isSystemAdmin(actor)) return 'Forbidden';
  return mayAdminister(actor, target);
}

/**
 * Nobody becomes themselves, an equal or a higher, or somebody who could not log in: a subscriber administrator no
 * administrator, a system administrator no other one.
 */
export function mayImpersonate(actor: Person, target: Target): Verdict {
  if (!isAdmin(actor)) return 'Forbidden';
  const refused = onOthersOnly(actor, target);
  if (refused) return refused;
  if (!target.enabled || !target.registered || target.approved === false) return 'Forbidden';
  return isSystemAdmin(target) || (isAdmin(target) && !isSystemAdmin(actor)) ? 'Forbidden' : null;
}

/** @param house whether the role is to be had in the operator's own organisation */
export const mayGrant = (actor: Pick<Person, 'roles'>, roleName: string, house: boolean): boolean =>
  isSystemWide(roleName, house) ? isSystemAdmin(actor) : isAdmin(actor);
