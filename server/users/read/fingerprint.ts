/** The ETag of the full user list, computed in the database so that the rows need not be read. */
import { sql } from 'kysely';
import type { Person } from '../../../api/contract/person.ts';
import { UserSummary } from '../../../api/contract/users.shapes.ts';
import type { Queries } from '../../db/database.ts';
import { jsonSchema } from '../../http/schemas.ts';
import { sha256 } from '../../session/tokens.ts';
import { inScopeOf } from '../../db/target.ts';
import { activeUserIds } from './rows.ts';

/** A changed schema changes the tag. */
const SHAPE = JSON.stringify(jsonSchema(UserSummary));

/** The row versions (`xmin`: id of the writing transaction) of all rows in a summary, and what changes with time alone. */
export async function fingerprint(queries: Queries, actor: Person, now: Date): Promise<string> {
  const inScope = inScopeOf(actor);
  const version = (alias: 'u' | 'w', key: string) =>
    sql`sum(uuid_hash_extended(${sql.ref(`${alias}.${key}`)}, ${sql.ref(`${alias}.xmin`)}::text::bigint))`;
  const members = sql`sum(uuid_hash_extended(u.user_id, 0))`;
  const { rows } = await sql<object>`
    SELECT count(*) AS people, ${version('u', 'user_id')} AS versions,
           ${members} FILTER (WHERE u.locked_until > ${now}) AS locked,
           ${members} FILTER (WHERE u.invite_expires_at > ${now}) AS invited,
           (SELECT ${version('w', 'organisation_id')} FROM organisations w) AS organisations,
           (SELECT ${version('w', 'user_id')} FROM users w WHERE w.user_id IN (SELECT u.owner_id FROM users u WHERE ${inScope})) AS owners,
           (SELECT ${members} FROM users u WHERE ${inScope} AND u.user_id IN (${activeUserIds(now)})) AS live
      FROM users u WHERE ${inScope}`.execute(queries);
  return `W/"${sha256(SHAPE + JSON.stringify(rows[0])).toString('base64url')}"`;
}

/** Whether `If-None-Match` contains this tag (RFC 9110, weak comparison). */
export const matchesTag = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim() === '*' || opaque(one.trim()) === opaque(tag));

const opaque = (tag: string) => tag.replace(/^W\//, '');
