/** The grant that an authorization request is based on, with what the user has allowed the application. */
import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { recordUse } from '../applications/use.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { auditOriginOf } from '../http/auditOrigin.ts';
import { applicationOf } from './client.ts';
import { claimGrant, findConsent } from './grants.ts';
import { denialOf } from './policy.ts';
import { browserRequestOf, type Login, type BrowserRequest } from './browserRequest.ts';

/** @returns undefined as long as the user still has to be asked */
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
