/** Mailed links: 256 random bits in the mail, their SHA-256 in the database. Each works once, for one purpose and one user. */
import { addMs } from '../clock.ts';
import { randomToken, sha256 } from './tokens.ts';
import type { Queries, Transaction } from '../db/database.ts';
import type { LinkPurpose } from '../db/schema/signIn.ts';

export interface NewLink {
  purpose: LinkPurpose;
  userId: string;
  lifetimeMs: number;
  data?: Record<string, unknown>;
  now: Date;
}

/** The parameters of a mailed URL. */
interface LinkParams {
  purpose: LinkPurpose;
  userId: string;
  token: string;
}

/** Creates a link and voids earlier ones of the same user and purpose. @returns the token, which is not stored */
export async function createLink(tx: Transaction, { purpose, userId, lifetimeMs, data, now }: NewLink): Promise<string> {
  await voidLinks(tx, userId, purpose, now);
  const token = randomToken();
  await tx
    .insertInto('links')
    .values({
      token_hash: sha256(token),
      purpose,
      user_id: userId,
      data: data === undefined ? null : JSON.stringify(data),
      created_at: now,
      expires_at: addMs(now, lifetimeMs),
      used_at: null,
    })
    .execute();
  return token;
}

const findLink = (queries: Queries, link: LinkParams) =>
  queries
    .selectFrom('links')
    .selectAll()
    .where('token_hash', '=', sha256(link.token))
    .where('purpose', '=', link.purpose)
    .where('user_id', '=', link.userId);

/** Whether the link is usable now. Read-only, so that mail scanners can open it. */
export async function isLinkValid(queries: Queries, link: LinkParams, now: Date): Promise<boolean> {
  const row = await findLink(queries, link).executeTakeFirst();
  return row?.used_at === null && row.expires_at > now;
}

/** Uses the link up; of concurrent calls one succeeds. Checks the expiry. */
export async function consumeLink(tx: Transaction, link: LinkParams, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('links')
    .set({ used_at: now })
    .where('token_hash', '=', sha256(link.token))
    .where('purpose', '=', link.purpose)
    .where('user_id', '=', link.userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes in a link that was used up what it has reached, so that it is not taken for a failure when it is opened again. */
export async function noteReached(tx: Transaction, link: LinkParams, reached: string): Promise<void> {
  await tx
    .updateTable('links')
    .set({ data: JSON.stringify({ reached: sha256(reached).toString('base64url') }) })
    .where('token_hash', '=', sha256(link.token))
    .execute();
}

/** Whether the link was used up, has not expired, and has reached this. */
export async function hasReached(queries: Queries, link: LinkParams, reached: string, now: Date): Promise<boolean> {
  const row = await findLink(queries, link).executeTakeFirst();
  const { reached: noted } = (row?.data ?? {}) as { readonly reached?: unknown };
  return row !== undefined && row.expires_at > now && noted === sha256(reached).toString('base64url');
}

/** Ends all unused links of a user and purpose. */
export async function voidLinks(queries: Queries, userId: string, purpose: LinkPurpose, now: Date): Promise<void> {
  await queries
    .updateTable('links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}
