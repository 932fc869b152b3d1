/** The twelve organisations of the demo. */
import type { Insertable } from 'kysely';
import { DAY } from '../clock.ts';
import type { OrganisationsTable } from '../db/schema/users.ts';
import { fraction, uuid } from './random.ts';

interface DemoOrganisation {
  readonly organisationId: string;
  readonly name: string;
  readonly mailDomain: string;
  /** Relative weight of the organisation's number of users. */
  readonly share: number;
  readonly house: boolean;
  readonly mfaRequired: boolean;
  readonly approved: boolean;
}

type Traits = Partial<Pick<DemoOrganisation, 'house' | 'mfaRequired' | 'approved'>>;

const ORGANISATION_IDS = 11;

const organisation = (index: number, name: string, label: string, share: number, traits: Traits = {}): DemoOrganisation => ({
  organisationId: uuid(ORGANISATION_IDS, index),
  name,
  mailDomain: `${label}.example.com`,
  share,
  house: false,
  mfaRequired: false,
  approved: true,
  ...traits,
});

export const organisations = [
  organisation(0, 'Gatehouse', 'gatehouse', 5, { house: true }),
  organisation(1, 'Harbour Mutual', 'harbour-mutual', 24),
  organisation(2, 'Northgate Portfolio', 'northgate', 14),
  organisation(3, 'Aldersgate Trust', 'aldersgate', 11, { mfaRequired: true }),
  organisation(4, 'Blue Heron Partners', 'blue-heron', 4, { approved: false }),
  organisation(5, 'Königsbrücke Versicherung', 'koenigsbruecke', 10),
  organisation(6, 'Compañía del Puerto', 'puerto', 7),
  organisation(7, "O'Hara & Sons", 'ohara', 4),
  organisation(8, 'Saint-Étienne Mutuelle', 'saint-etienne', 6),
  organisation(9, 'Kaveri Finance', 'kaveri', 8),
  organisation(10, 'Łódź Capital', 'lodz-capital', 4),
  organisation(11, '東港信託 Eastport', 'eastport', 3),
] as const;

export const HOUSE = 0;
export const HARBOUR_MUTUAL = 1;
export const NORTHGATE_PORTFOLIO = 2;
export const REQUIRES_MFA = 3;

/** The age of the oldest users and of the organisations, in days. */
export const OLDEST_DAYS = 3 * 365;

export const organisationAt = (index: number): DemoOrganisation => organisations[index] as DemoOrganisation;

const allShares = organisations.reduce((sum, { share }) => sum + share, 0);

/** Maps a point from 0 to 1 to an organisation, in proportion to the shares. */
export function organisationOf(point: number): number {
  let reached = 0;
  return organisations.findIndex(({ share }) => (reached += share) > point * allShares);
}

export const organisationRows = (now: Date): Insertable<OrganisationsTable>[] =>
  organisations.map(({ organisationId, name, mfaRequired, approved, house }, index) => ({
    organisation_id: organisationId,
    name,
    mfa_required: mfaRequired,
    approved,
    house,
    created_at: new Date(now.getTime() - (OLDEST_DAYS + 30 * fraction(ORGANISATION_IDS, index)) * DAY),
  }));
