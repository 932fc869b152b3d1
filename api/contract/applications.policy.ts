/** Rules on who may register applications, and who may use one now. */
import { isSystemAdmin, type Person } from './person.ts';
import type { ImpersonationAccess } from './session.policy.ts';

export const mayManageApplications = (actor: Pick<Person, 'roles'>): boolean => isSystemAdmin(actor);

/** The users whom an application admits. */
interface AdmittedUsers {
  /** The organisations whose users are admitted; null: all. */
  readonly organisationPublicIds: readonly string[] | null;
  /** The roles of which any one admits a user; null: all users. */
  readonly roles: readonly string[] | null;
}

export interface ApplicationAccess extends AdmittedUsers {
  /** Whether an administrator may use the application while impersonating. */
  readonly impersonation: boolean;
}

/** The caller as far as access depends on it. */
export interface AccessCaller {
  readonly kind: 'anonymous' | 'pending' | 'session' | 'key';
  readonly person?: Pick<Person, 'roles' | 'organisationId'>;
  readonly session?: {
    readonly passwordMustChange: boolean;
    readonly impersonation: { readonly access: ImpersonationAccess } | null;
  };
}

/**
 * What the caller has to do first: log in, prove the second factor, or choose another password; nothing helps with the last two.
 */
export type AccessDenial = 'login' | 'secondFactor' | 'passwordChange' | 'impersonating' | 'noAccess';

/**
 * The reason why the caller may not use an application now; undefined if they may. Forward authentication, each step of OpenID Connect
 * and the API ask this function, so that none of them admits more than the others. A disabled user, or one of an organisation that
 * is not approved, is an anonymous caller.
 * @param application undefined: this product itself, or a guarded application that is not registered
 */
export function accessDenial({ kind, person, session }: AccessCaller, application?: ApplicationAccess): AccessDenial | undefined {
  if (kind === 'anonymous' || !person) return 'login';
  if (kind === 'pending') return 'secondFactor';
  if (session?.passwordMustChange) return 'passwordChange';
  if (!application) return undefined;
  // An application knows who impersonates the user, but not that they may only read.
  if (session?.impersonation && !(application.impersonation && session.impersonation.access === 'act')) return 'impersonating';
  return isAdmitted(person, application) ? undefined : 'noAccess';
}

export const isAdmitted = (
  { roles, organisationId }: Pick<Person, 'roles' | 'organisationId'>,
  { organisationPublicIds, roles: admitted }: AdmittedUsers,
): boolean =>
  (organisationPublicIds === null || organisationPublicIds.includes(organisationId)) &&
  (admitted === null || roles.some((role) => admitted.includes(role)));
