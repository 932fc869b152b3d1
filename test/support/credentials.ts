/** What opens an account, planted: links, remembered browsers and consents, and what time does to them. */
import { createHash } from 'node:crypto';
import { idsOf, THEIRS, type Site, type Who } from './facts.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** A link that was mailed a moment ago, by the text of its token. */
export const plantLink = ({ database }: Site, userId: string, purpose: string, token: string) =>
  database.query(
    `INSERT INTO links (token_hash, purpose, user_id, data, created_at, expires_at)
     VALUES ($1, $2, $3, CASE WHEN $2 = 'invite' THEN '{"inviterId": null}'::jsonb END, now(), now() + interval '1 day')`,
    [sha256(token), purpose, userId],
  );

export const expireLinks = ({ database }: Site, who: Who) =>
  database.query(`UPDATE links SET expires_at = now() - interval '1 second' WHERE ${THEIRS}`, [idsOf(who)]);

/** A browser that is asked for no code for 30 days. */
export const rememberBrowser = ({ database }: Site, userId: string) =>
  database.query(
    `INSERT INTO remembered_browsers (token_hash, user_id, created_at, expires_at)
     VALUES (sha256(convert_to(gen_random_uuid()::text, 'UTF8')), $1, now(), now() + interval '30 days')`,
    [userId],
  );

/** What the last links and step-up allow a browser of the user ends. */
export const endGrants = ({ database }: Site, who: Who) => database.query(`DELETE FROM grants WHERE ${THEIRS}`, [idsOf(who)]);

/** The user has agreed to tell an application these claims. */
export const giveConsent = ({ database }: Site, who: Who, applicationId: string, ...scopes: readonly string[]) =>
  database.query(
    `INSERT INTO oidc_consents (user_id, application_id, scopes, given_at)
     SELECT user_id, $2, $3, now() FROM users WHERE user_id::text = ANY ($1) OR user_name = ANY ($1)`,
    [idsOf(who), applicationId, scopes],
  );
