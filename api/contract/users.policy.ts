/**
 * Rules on which administrator may do what to which user; the server enforces them. Each returns a problem code, or null if
 * allowed.
 */
import {
  hasAdministrativeRole,
  inScope,
  isAdmin,
  isSystemAdmin,
  isSystemWide,
  reachesAllOrganisations,
  type Person,
} from './person.ts';
import type { ProblemCode } from './problem.ts';

/** A user as the target of administration. */
export interface Target {
  readonly userId: string;
  readonly organisationId: string;
  /** Whether it is the operator's own organisation. */
  readonly house: boolean;
  readonly roles: readonly string[];
  /** Roles lost within the last 24 hours; only the server knows them. */
  readonly lostRoles?: readonly string[];
  readonly enabled: boolean;
  /** False while invited. */
  readonly registered: boolean;
  /** Whether the organisation is approved; default: true. */
  readonly approved?: boolean;
  /** Whether the organisation's directory manages the account. */
  readonly managed?: boolean;
}

type Verdict = ProblemCode | null;

/**
 * The target with the roles lost within the last 24 hours, as the rules that protect administrators see it. Otherwise an attacker
 * would take the role first, then the account, and give the role back.
 */
const asProtected = <T extends Pick<Target, 'roles' | 'lostRoles'>>(target: T): T =>
  target.lostRoles?.length ? { ...target, roles: [...target.roles, ...target.lostRoles] } : target;

/**
 * A user out of scope does not exist for the actor. Only a system administrator may act on users with rights beyond one
 * organisation: taking over such an account would give the actor those rights.
 */
function mayAdminister(actor: Person, target: Target): Verdict {
  if (!inScope(actor, target.organisationId)) return 'NotFound';
  if (reachesAllOrganisations(asProtected(target)) && !isSystemAdmin(actor)) return 'Forbidden';
  return null;
}

const isSelf = (actor: Person, target: Target) => actor.userId === target.userId;

const onOthersOnly = (actor: Person, target: Target): Verdict =>
  mayAdminister(actor, target) ?? (isSelf(actor, target) ? 'OwnAccount' : null);

/** Acts that could take over an account; on an administrator, they are left to system administrators. */
function mayTakeOver(actor: Person, target: Target): Verdict {
  const refused = onOthersOnly(actor, target);
  if (refused) return refused;
  return target.registered && isAdmin(asProtected(target)) && !isSystemAdmin(actor) ? 'Forbidden' : null;
}

/** An act that could take over a system administrator's account needs two other system administrators: each makes the same call. */
export const needsSecondAdministrator = (target: Pick<Target, 'roles' | 'lostRoles' | 'registered'>): boolean =>
  target.registered && isSystemAdmin(asProtected(target));

/** Where two pairs of eyes are required, another administrator approves what disables, demotes or impersonates such an account. */
export const isAdministratorAccount = (target: Target): boolean =>
  target.registered && hasAdministrativeRole(asProtected(target));

/** Whether only system administrators may act on the account. */
export const isForSystemAdministrators = (target: Target): boolean => reachesAllOrganisations(asProtected(target));

export const mayEnable = onOthersOnly;
export const mayUnlock = onOthersOnly;
export const mayEndSessions = onOthersOnly;
export const mayReadSessions = mayAdminister;
export const mayReadApiKeys = mayAdminister;
export const mayRevokeApiKey = onOthersOnly;
export const mayErase = onOthersOnly;
export const mayChangeRoles = onOthersOnly;
export const mayResetAuthentication = mayTakeOver;
export const mayIssueRecoveryCode = mayTakeOver;
export const mayRequireMfa = mayAdminister;
export const mayExemptFromMfa = onOthersOnly;
export const mayInvite = mayAdminister;
export const mayTakeOwnership = mayAdminister;

/** Users change their own names and title; the rest is up to administrators. */
export const mayEdit = (actor: Person, target: Target): Verdict => (isSelf(actor, target) ? null : mayAdminister(actor, target));

export const editableFields = ['firstName', 'lastName', 'title', 'email', 'organisationPublicId'] as const;
export type EditableField = (typeof editableFields)[number];

/** Users cannot change their own address or organisation; only a system administrator moves users between organisations. */
export function mayEditField(actor: Person, target: Target, field: EditableField): Verdict {
  if (target.managed && field !== 'organisationPublicId') return mayEdit(actor, target) ?? 'ManagedByDirectory';
  if (field !== 'email' && field !== 'organisationPublicId') return mayEdit(actor, target);
  if (isSelf(actor, target)) return 'OwnAccount';
  if (field === 'email') return mayTakeOver(actor, target);
  return isSystemAdmin(actor) ? mayAdminister(actor, target) : 'Forbidden';
}

/**
 * Users cannot impersonate themselves, an equal or higher role, or a user who could not log in: a subscriber administrator cannot
 * impersonate an administrator, nor a system administrator another one.
 */
export function mayImpersonate(actor: Person, target: Target): Verdict {
  if (!isAdmin(actor)) return 'Forbidden';
  const refused = onOthersOnly(actor, target);
  if (refused) return refused;
  if (!target.enabled || !target.registered || target.approved === false) return 'Forbidden';
  const held = asProtected(target);
  return isSystemAdmin(held) || (isAdmin(held) && !isSystemAdmin(actor)) ? 'Forbidden' : null;
}

/** @param house whether the role's holder belongs to the operator's own organisation */
export const mayGrant = (actor: Pick<Person, 'roles'>, roleName: string, house: boolean): boolean =>
  isSystemWide(roleName, house) ? isSystemAdmin(actor) : isAdmin(actor);
