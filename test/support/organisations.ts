/** Organisations: facts, and their rules as a test needs them. An organisation is named by its name or id. */
import { factsOf, only, type Site } from './facts.ts';

interface Organisation {
  readonly organisationId: string;
  readonly name: string;
  readonly house: boolean;
  readonly approved: boolean;
  readonly mfaRequired: boolean;
  readonly ssoRequired: boolean;
}

export const organisations = factsOf<Organisation>(
  'organisations',
  {
    organisationId: 'organisation_id',
    name: 'name',
    house: 'house',
    approved: 'approved',
    mfaRequired: 'mfa_required',
    ssoRequired: 'sso_required',
  },
  'name',
);

export const organisationIdOf = async (site: Site, name: string): Promise<string> =>
  (await only(organisations(site, { name }, 'organisationId'))).organisationId;

export const houseId = async (site: Site): Promise<string> =>
  (await only(organisations(site, { house: true }, 'organisationId'))).organisationId;

/** @returns its id */
export const addOrganisation = async ({ database }: Site, name: string): Promise<string> =>
  (
    await database.row<{ id: string }>(
      `INSERT INTO organisations (organisation_id, name, created_at) VALUES (gen_random_uuid(), $1, now()) RETURNING organisation_id AS id`,
      [name],
    )
  ).id;

const change = ({ database }: Site, organisation: string, assignments: string, ...values: readonly unknown[]) =>
  database.query(`UPDATE organisations SET ${assignments} WHERE name = $1 OR organisation_id::text = $1`, [
    organisation,
    ...values,
  ]);

export const approve = (site: Site, organisation: string, approved = true) =>
  change(site, organisation, 'approved = $2', approved);

/** What its administrators do to many or to each other needs a second one. */
export const requireFourEyes = (site: Site, organisation: string, required = true) =>
  change(site, organisation, 'four_eyes = $2', required);

export const requireFourEyesOfNobody = ({ database }: Site) => database.query('UPDATE organisations SET four_eyes = false');

/** Its users log in with its identity provider only. */
export const requireProvider = (site: Site, organisation: string, required = true) =>
  change(site, organisation, 'sso_required = $2, sso_required_in = NULL', required);

export const renameOrganisation = (site: Site, organisation: string, name: string) =>
  change(site, organisation, 'name = $2', name);
