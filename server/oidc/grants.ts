/** Grants of logins to applications: one for each session and application, with the scopes that the user has consented to. */
import { sql } from 'kysely';
import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { accessDenial, type AccessDenial } from '../../api/contract/applications.policy.ts';
import { accessOf } from '../applications/repository.ts';
import { recordUse } from '../applications/use.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { Context } from '../context.ts';
import { transaction, type Queries, type Transaction } from '../db/database.ts';
import { auditOriginOf } from '../http/auditOrigin.ts';
import { isNotIdle } from '../session/idle.ts';
import { randomToken } from '../session/tokens.ts';
import { browserRequestOf, type BrowserRequest, type Login } from './browserRequest.ts';
import { applicationOf } from './client.ts';

/** The reason why the logged-in user may not enter the application; undefined if there is none. */
export function denialOf(ctx: Pick<KoaContextWithOIDC, 'req' | 'oidc'>): AccessDenial | undefined {
  const login = browserRequestOf(ctx.req)?.login;
  return login && ctx.oidc.client ? accessDenial(login, accessOf(applicationOf(ctx.oidc.client))) : undefined;
}

/** The grant that an authorization request is based on. @returns undefined as long as the user still has to be asked */
export async function loadGrant(context: Context, ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { oidc } = ctx;
  const { client, session } = oidc;
  const browser = browserRequestOf(ctx.req);
  if (!browser?.login || !client || !session || denialOf(ctx)) return undefined;
  if (['login', 'select_account', 'consent'].some((prompt) => oidc.promptPending(prompt))) return undefined;
  const requested = [...oidc.requestParamOIDCScopes];
  const { userId } = browser.login.person;
  const { own } = applicationOf(client);
  const allowed = own ? requested : await findConsent(context.db, userId, client.clientId);
  if (!requested.every((scope) => allowed.includes(scope))) return undefined;

  const now = context.clock.now();
  const key = { sessionId: browser.login.session.sessionId, applicationId: client.clientId, userId };
  const signIn = { request: browser.request, login: browser.login, key, name: applicationOf(client).name };
  const row = await transaction(context.db, async (tx) => {
    const claimed = await claimGrant(tx, key, now);
    if (claimed?.isNew) await recordSignIn(tx, signIn, now);
    return claimed;
  });
  if (!row) return undefined;
  const { Grant } = oidc.provider;
  const newGrant = () => Object.assign(new Grant({ accountId: userId, clientId: client.clientId }), { jti: row.grant_id });
  const grant = (await Grant.find(row.grant_id)) ?? newGrant();
  const before = grant.getOIDCScope();
  grant.addOIDCScope(requested.join(' '));
  if (grant.getOIDCScope() !== before) await grant.save();
  session.sidFor(client.clientId, row.sid);
  return grant;
}

interface SignIn extends Pick<BrowserRequest, 'request'> {
  readonly login: Login;
  readonly key: Parameters<typeof claimGrant>[1];
  /** Name of the application. */
  readonly name: string;
}

async function recordSignIn(tx: Transaction, { request, login, key, name }: SignIn, now: Date): Promise<void> {
  await appendAuditEvent(tx, auditOriginOf(request, login, now), {
    action: 'Applications.SignIn',
    target: name,
    targetUserId: key.userId,
  });
  await recordUse(tx, key, now);
}

interface GrantRow {
  readonly grant_id: string;
  readonly sid: string;
  readonly isNew: boolean;
}

/** The grant of a session for an application; of concurrent calls one makes it. Undefined if the session has ended. */
async function claimGrant(
  db: Queries,
  key: { sessionId: string; applicationId: string; userId: string },
  now: Date,
): Promise<GrantRow | undefined> {
  const made = await db
    .insertInto('oidc_grants')
    .columns(['grant_id', 'session_id', 'application_id', 'user_id', 'sid', 'payload', 'created_at'])
    .expression((insert) =>
      insert
        .selectFrom('sessions as s')
        .select((column) => [
          column.val(randomToken()).as('grant_id'),
          's.session_id',
          column.val(key.applicationId).as('application_id'),
          's.user_id',
          column.val(randomToken(16)).as('sid'),
          column.val('{}').as('payload'),
          column.val(now).as('created_at'),
        ])
        .where('s.session_id', '=', key.sessionId)
        .where('s.user_id', '=', key.userId),
    )
    .onConflict((conflict) => conflict.columns(['session_id', 'application_id']).doNothing())
    .returning(['grant_id', 'sid'])
    .executeTakeFirst();
  if (made) return { ...made, isNew: true };
  const existing = await db
    .selectFrom('oidc_grants')
    .select(['grant_id', 'sid'])
    .where('session_id', '=', key.sessionId)
    .where('application_id', '=', key.applicationId)
    .executeTakeFirst();
  return existing && { ...existing, isNew: false };
}

async function findConsent(queries: Queries, userId: string, applicationId: string): Promise<string[]> {
  const row = await queries
    .selectFrom('oidc_consents')
    .select('scopes')
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
  return row?.scopes ?? [];
}

/** Adds to the former consent. */
export async function giveConsent(
  queries: Queries,
  { userId, applicationId, scopes }: { userId: string; applicationId: string; scopes: readonly string[] },
  now: Date,
): Promise<void> {
  const before = await findConsent(queries, userId, applicationId);
  const given = { scopes: [...new Set([...before, ...scopes])], given_at: now };
  await queries
    .insertInto('oidc_consents')
    .values({ user_id: userId, application_id: applicationId, ...given })
    .onConflict((conflict) => conflict.columns(['user_id', 'application_id']).doUpdateSet(given))
    .execute();
}

/** SQL condition on rows of `oidc_grants`: their session has expired. */
const hasExpired = (now: Date) =>
  sql<boolean>`session_id IN (SELECT session_id FROM sessions WHERE expires_at <= ${now} OR NOT ${isNotIdle(now)})`;

/** SQL: whether there are grants whose session has expired. */
export const grantsHaveExpired = (now: Date) => sql<boolean>`EXISTS (SELECT FROM oidc_grants WHERE ${hasExpired(now)})`;

/** Ends grants whose session has expired; the others end in the transaction that ends the session. */
export async function endExpiredGrants(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('oidc_grants').where(hasExpired(now)).execute();
}
