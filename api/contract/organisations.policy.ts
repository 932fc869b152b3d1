/** Who may see and change which organisation. */
import { inScope, isAdmin, isSystemAdmin, type Person } from './person.ts';

/** A system administrator sees all, other users their own. */
export const maySeeOrganisation = (actor: Person, publicId: string): boolean =>
  isSystemAdmin(actor) || actor.organisationId === publicId;

/** Set by the organisation's own administrators. */
export const maySetMfaRule = (actor: Person, publicId: string): boolean => isAdmin(actor) && inScope(actor, publicId);

/** Of its people. */
export const mayEndSessionsIn = (actor: Person, publicId: string): boolean => isAdmin(actor) && inScope(actor, publicId);

/** Name, approval and registration are up to the operator. */
export const mayManageOrganisations = (actor: Pick<Person, 'roles'>): boolean => isSystemAdmin(actor);
