/** SQL of the groups of a directory, and their form in SCIM. */
import { sql, type SqlBool } from 'kysely';
import type { Queries, Transaction } from '../../db/database.ts';
import { groupResource, groupSchema } from '../protocol/attributes.ts';
import { exact, identity, keyed, moment, type Attribute } from '../protocol/filterSql.ts';
import { shownAttributes } from '../protocol/shown.ts';
import { invalid } from '../protocol/errors.ts';
import { asList, asText, isObject, valueOf, type Json, type JsonObject } from '../protocol/json.ts';
import { normalDocument } from '../protocol/normal.ts';
import { attributesOf, externalIdOf } from '../users/person.ts';
import { etagOf } from '../users/presenter.ts';

export const selectScimGroups = (queries: Queries, organisationId: string) =>
  queries
    .selectFrom('scim_groups as g')
    .select(['g.group_id', 'g.display_name', 'g.external_id', 'g.attributes', 'g.version', 'g.created_at', 'g.changed_at'])
    .where('g.organisation_id', '=', organisationId)
    // Groups of logins are not the directory's.
    .where('g.connection_id', 'is', null);

export type ScimGroupRow = Awaited<ReturnType<ReturnType<typeof selectScimGroups>['executeTakeFirstOrThrow']>>;

/** Finds a member by the primary key, since groups may have thousands. */
const member: Attribute = ({ op, value }) =>
  op === 'eq'
    ? sql<SqlBool>`EXISTS (SELECT FROM scim_members m WHERE m.group_id = g.group_id AND m.user_id::text = ${String(value).toLowerCase()})`
    : undefined;

const members = sql`SELECT jsonb_build_object('value', m.user_id, 'display', s.user_name, 'type', 'User')
  FROM scim_members m JOIN scim_users s USING (user_id) WHERE m.group_id = g.group_id`;

export const groupAttributes: Attribute = shownAttributes({
  resource: groupResource,
  document: sql`g.attributes`,
  columns: new Map([
    ['id', identity(sql`g.group_id`)],
    ['displayname', keyed(sql`g.display_name_key`)],
    ['externalid', exact(sql`g.external_id`)],
    ['members', member],
    ['members.value', member],
    ['meta.created', moment(sql`g.created_at`)],
    ['meta.lastmodified', moment(sql`g.changed_at`)],
  ]),
  lists: { members },
});

/** Changes of one group wait for each other, so that none is lost. */
export async function lockScimGroup(tx: Transaction, organisationId: string, groupId: string): Promise<ScimGroupRow | undefined> {
  return selectScimGroups(tx, organisationId).where('g.group_id', '=', groupId).forUpdate().executeTakeFirst();
}

interface Member {
  readonly group_id: string;
  readonly user_id: string;
  readonly display: string;
}

/** Finds members in an order that does not depend on names. */
export const findMembers = (queries: Queries, groupIds: readonly string[]): Promise<Member[]> =>
  queries
    .selectFrom('scim_members as m')
    .innerJoin('scim_users as s', 's.user_id', 'm.user_id')
    .select(['m.group_id', 'm.user_id', 's.user_name as display'])
    .where(sql<SqlBool>`m.group_id = ANY (${groupIds}::uuid[])`)
    .orderBy('m.group_id')
    .orderBy('m.user_id')
    .execute();

/** What the directory has sent, without members. */
export const groupDocumentOf = (row: ScimGroupRow): JsonObject => ({
  ...(row.attributes as JsonObject),
  displayName: row.display_name,
  ...(row.external_id !== null && { externalId: row.external_id }),
});

/** @param members undefined: not requested */
export const presentGroup = (row: ScimGroupRow, address: string, members: readonly Member[] | undefined): JsonObject => ({
  schemas: [groupSchema, ...Object.keys(row.attributes).filter((name) => /^urn:/i.test(name))],
  id: row.group_id,
  ...groupDocumentOf(row),
  ...(members && {
    members: members.map(({ user_id: userId, display }) => ({
      value: userId,
      display,
      type: 'User',
      $ref: `${address}/Users/${userId}`,
    })),
  }),
  meta: {
    resourceType: 'Group',
    created: row.created_at.toISOString(),
    lastModified: row.changed_at.toISOString(),
    location: `${address}/Groups/${row.group_id}`,
    version: etagOf(row.version),
  },
});

export interface SentGroup {
  readonly displayName: string;
  /** Undefined: the directory has not sent it. */
  readonly externalId: string | null | undefined;
  /** All other attributes except the members, to be returned. */
  readonly attributes: JsonObject;
}

const OWN = ['schemas', 'id', 'meta', 'displayName', 'externalId', 'members'];

/** @throws invalidValue */
export function readGroup(sent: JsonObject): SentGroup {
  const document = normalDocument(groupResource, { ...sent, members: null });
  return {
    displayName: displayNameOf(valueOf(document, 'displayName')),
    externalId: externalIdOf(sent),
    attributes: attributesOf(document, OWN),
  };
}

const MAX_NAME = 255;

function displayNameOf(sent: Json | undefined): string {
  const name = asText(sent)?.trim() ?? '';
  if (name === '' || Array.from(name).length > MAX_NAME)
    throw invalid('invalidValue', 'value', 'displayName is missing or too long.');
  return name;
}

/** Ids of members, of objects with a value or of texts. */
export const memberIds = (sent: Json | undefined): string[] => [
  ...new Set(
    asList(sent).map((element) => (asText(isObject(element) ? valueOf(element, 'value') : element) ?? '').toLowerCase()),
  ),
];
