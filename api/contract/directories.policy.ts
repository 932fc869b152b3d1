/** Rules on who connects an organisation with its directory, and which roles the directory's groups may grant. */
import { inScope, isSystemWide, type Person } from './person.ts';

export const mayProvision = (actor: Person, organisationPublicId: string): boolean => inScope(actor, organisationPublicId);

/** A directory grants no rights beyond its organisation, whoever set up its map. */
export const mayMapRole = (roleName: string, house: boolean): boolean => !isSystemWide(roleName, house);
