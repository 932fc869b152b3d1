/** A user as returned to the directory: its own values, and those known here. */
import { userSchema } from '../protocol/attributes.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { ScimUserRow } from './rows.ts';

export interface GroupReference {
  readonly value: string;
  readonly display: string;
}

/** The document that the directory has sent; for an adopted user it has sent none yet. */
export function documentOf(row: ScimUserRow): JsonObject {
  const known: JsonObject = {
    name: { givenName: row.first_name, familyName: row.last_name, formatted: row.display_name },
    emails: [{ value: row.email, type: 'work', primary: true }],
    ...(row.title !== null && { title: row.title }),
  };
  const sent = row.attributes as JsonObject;
  const attributes = Object.keys(sent).length === 0 ? known : sent;
  return {
    ...attributes,
    userName: row.user_name,
    active: row.active,
    ...(row.external_id !== null && { externalId: row.external_id }),
  };
}

export function presentUser(row: ScimUserRow, address: string, groups: readonly GroupReference[]): JsonObject {
  const document = documentOf(row);
  return {
    schemas: [userSchema, ...Object.keys(document).filter((name) => /^urn:/i.test(name))],
    id: row.user_id,
    ...document,
    ...(groups.length > 0 && {
      groups: groups.map(({ value, display }) => ({ value, display, $ref: `${address}/Groups/${value}`, type: 'direct' })),
    }),
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      lastModified: row.changed_at.toISOString(),
      location: `${address}/Users/${row.user_id}`,
      version: etagOf(row.version),
    },
  };
}

export const etagOf = (version: number): string => `W/"${version}"`;
