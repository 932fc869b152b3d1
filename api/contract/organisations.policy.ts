/** Rules on who may see and change an organisation. */
import { inScope, isAdmin, isSystemAdmin, type Person } from './person.ts';

/** A system administrator sees all, other users their own. */
export const maySeeOrganisation = (actor: Person, publicId: string): boolean =>
  isSystemAdmin(actor) || actor.organisationId === publicId;

/** The MFA rule is set by the organisation's own administrators. */
export const maySetMfaRule = (actor: Person, publicId: string): boolean => isAdmin(actor) && inScope(actor, publicId);

export const mayEndSessionsIn = (actor: Person, publicId: string): boolean => isAdmin(actor) && inScope(actor, publicId);

/** Only system administrators set name, approval and registration. */
export const mayManageOrganisations = (actor: Pick<Person, 'roles'>): boolean => isSystemAdmin(actor);
