/** Who may see and change which organisation. */
import { inScope, isAdmin, isSystemAdmin, type Person } from './person.ts';

/** A system administrator sees all, anybody else the own. */
export const maySeeOrganisation = (actor: Person, publicId: string): boolean =>
  isSystemAdmin(actor) || actor.organisationId === publicId;

/** The rule on MFA is the organisation's own administrators' to make. */
export const maySetMfaRule = (actor: Person, publicId: string): boolean => isAdmin(actor) && inScope(actor, publicId);

/** Names, approval and registration are the operator's. */
export const mayManageOrganisations = (actor: Pick<Person, 'roles'>): boolean => isSystemAdmin(actor);
