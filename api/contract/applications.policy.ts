/** Who may register applications, and who may enter one. */
import { isSystemAdmin, type Person } from './person.ts';

export const mayManageApplications = (actor: Pick<Person, 'roles'>): boolean => isSystemAdmin(actor);

export interface Entrance {
  /** Null: all organisations. */
  readonly organisationPublicIds: readonly string[] | null;
  /** Any of them opens it. Null: all. */
  readonly roles: readonly string[] | null;
}

export const mayEnter = (
  { roles, organisationId }: Pick<Person, 'roles' | 'organisationId'>,
  { organisationPublicIds, roles: allowed }: Entrance,
): boolean =>
  (organisationPublicIds === null || organisationPublicIds.includes(organisationId)) &&
  (allowed === null || roles.some((role) => allowed.includes(role)));
