/** What is chosen for an import, and what may be chosen. */
import type { ImportChoices } from '../../api/contract/imports.shapes.ts';
import { hasAdministrativeRole } from '../../api/contract/person.ts';
import type { Queries } from '../db/database.ts';

export const NO_CHOICES: ImportChoices = {
  roles: {},
  defaultRole: 'Member',
  organisationId: null,
  domains: {},
  weakHashes: false,
  mailLinks: false,
  passkeyDomain: '',
};

export interface Organisation {
  readonly id: string;
  readonly name: string;
  readonly house: boolean;
}

/** What of this installation people can be mapped to. */
export interface Destinations {
  readonly roles: readonly string[];
  /** By `folded` name, and by id. */
  readonly organisations: ReadonlyMap<string, Organisation>;
}

export const folded = (name: string): string => name.trim().toLowerCase();

export async function findDestinations(queries: Queries): Promise<Destinations> {
  const roles = await queries.selectFrom('roles').select('role_name').execute();
  const rows = await queries.selectFrom('organisations').select(['organisation_id', 'name', 'house']).execute();
  const organisations = new Map<string, Organisation>();
  for (const { organisation_id: id, name, house } of rows) {
    organisations.set(folded(name), { id, name, house });
    organisations.set(id, { id, name, house });
  }
  return { roles: roles.map(({ role_name: role }) => role), organisations };
}

/** No choice but the organisation, where there is only one. */
export function firstChoices({ organisations }: Destinations): ImportChoices {
  const ids = new Set([...organisations.values()].map(({ id }) => id));
  return { ...NO_CHOICES, organisationId: ids.size === 1 ? ([...ids][0] ?? null) : null };
}

/** The first choice that can't be made: a role or an organisation that is not there, or an administrative role for everybody. */
export function wrongChoice(choices: ImportChoices, { roles, organisations }: Destinations): keyof ImportChoices | undefined {
  const isRole = (role: string) => roles.includes(role);
  const isOrganisation = (id: string) => organisations.get(id)?.id === id;
  if (!Object.values(choices.roles).every((role) => role === '' || isRole(role))) return 'roles';
  // An import never makes administrators, whichever organisation its people go to.
  if (!isRole(choices.defaultRole) || hasAdministrativeRole({ roles: [choices.defaultRole], house: true })) return 'defaultRole';
  if (choices.organisationId !== null && !isOrganisation(choices.organisationId)) return 'organisationId';
  return Object.values(choices.domains).every(isOrganisation) ? undefined : 'domains';
}
