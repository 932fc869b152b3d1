/** Mailed links in the store: 256 random bits in the mail, their SHA-256 here; each works once, for one purpose and one person. */
import { addMs } from '../clock.ts';
import { randomToken, sha256 } from './tokens.ts';
import type { Queries, Transaction } from '../db/database.ts';
import type { LinkPurpose } from '../db/schema.ts';

export interface NewLink {
  purpose: LinkPurpose;
  userId: string;
  lifetimeMs: number;
  data?: Record<string, unknown>;
  now: Date;
}

/** What a mail's address carried. */
export interface PresentedLink {
  purpose: LinkPurpose;
  userId: string;
  token: string;
}

/** A new link; the former ones of the same person and purpose are void. Gives the token, which is stored nowhere. */
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

const presented = (queries: Queries, link: PresentedLink) =>
  queries
    .selectFrom('links')
    .selectAll()
    .where('token_hash', '=', sha256(link.token))
    .where('purpose', '=', link.purpose)
    .where('user_id', '=', link.userId);

/** Whether a link would work now. Changes nothing, so that a mail scanner may look. */
export async function linkHolds(queries: Queries, link: PresentedLink, now: Date): Promise<boolean> {
  const row = await presented(queries, link).executeTakeFirst();
  return row?.used_at === null && row.expires_at > now;
}

/** Spends a link: of several who try at once, one succeeds. Expiry is checked here, at use. */
export async function useLink(tx: Transaction, link: PresentedLink, now: Date): Promise<boolean> {
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

/** Ends all unused links of one person and purpose. */
export async function voidLinks(queries: Queries, userId: string, purpose: LinkPurpose, now: Date): Promise<void> {
  await queries
    .updateTable('links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}
