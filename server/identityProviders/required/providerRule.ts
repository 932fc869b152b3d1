/** How a login asks whether its account has to use the identity provider. */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Queries } from '../../db/database.ts';
import type { SecurityContext } from '../../http/authorize.ts';
import { sha256 } from '../../session/tokens.ts';
import { ssoAttempts } from '../logIn/attempts.ts';

/** Whether an account logs in with its identity provider only, as far as this browser is concerned. */
export const providerRule = (context: Context, { cookies }: SecurityContext) => {
  const attempts = ssoAttempts(context, cookies);
  return (queries: Queries, userId: string | undefined, { request, now }: { request: FastifyRequest; now: Date }) =>
    mustUseProvider(queries, userId, { browser: attempts.browserOf(request), now });
};

/**
 * Whether this account logs in with its identity provider only. In a browser to which the provider has answered, its owner may prove it
 * once, to be linked. The query costs the same for an unknown name.
 */
async function mustUseProvider(
  queries: Queries,
  userId: string | undefined,
  { browser, now }: { readonly browser: string | undefined; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ required: boolean }>`
    SELECT EXISTS (SELECT FROM users u JOIN organisations o USING (organisation_id)
      WHERE u.user_id = ${userId ?? null}::uuid AND o.sso_required
        AND NOT EXISTS (SELECT FROM break_glass_accounts b WHERE b.user_id = u.user_id)
        AND NOT EXISTS (SELECT FROM sso_attempts a WHERE a.user_id = u.user_id AND a.purpose = 'prove'
          AND a.browser_hash = ${browser === undefined ? null : sha256(browser)}::bytea AND a.expires_at > ${now})) AS required`.execute(
    queries,
  );
  return rows[0]?.required === true;
}
