/** The provider's storage: our session is its session, an application its client, the rest is in our database. */
import type { IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { Provider, type Adapter, type AdapterFactory, type AdapterPayload } from 'oidc-provider';
import { findApplication, isApplicationId } from '../applications/repository.ts';
import type { Context } from '../context.ts';
import { prepare } from '../db/prepared.ts';
import { clientOf } from './client.ts';
import { OUR_SESSION } from './mount.ts';
import { tokenStore } from './tokens.ts';
import { acrOf, amrOf, authTimeOf, browserRequestOf, countStoredRequest, type BrowserRequest } from './browserRequest.ts';

export function adapterFactory(context: Context, returnToOf: (id: string) => string): AdapterFactory {
  return (model) => {
    const tokens = tokenStore(context, model, returnToOf);
    if (model === 'Client') return { ...tokens, find: findClient(context) };
    if (model === 'Grant') return { ...tokens, ...grantStore(context) };
    if (model === 'Session') return sessionStore(context, countedStore(context, tokens));
    return model === 'Interaction' ? countedStore(context, tokens) : tokens;
  };
}

const findClient = (context: Context) => async (id: string) => {
  const row = isApplicationId(id) ? await findApplication(context.db, id) : undefined;
  return row?.enabled && row.kind === 'openid' ? clientOf(row) : undefined;
};

const findPayload = prepare('findOidcGrantPayload', (queries, { grantId }: { grantId: string }) =>
  queries.selectFrom('oidc_grants').select('payload').where('grant_id', '=', grantId),
);

const grantStore = ({ db }: Context): Pick<Adapter, 'find' | 'upsert' | 'destroy'> => ({
  async find(id) {
    const [row] = await findPayload(db, { grantId: id });
    const payload = row?.payload as AdapterPayload | undefined;
    return payload?.accountId === undefined ? undefined : { ...payload, jti: id };
  },
  async upsert(id, { jti: _jti, ...payload }) {
    await db
      .updateTable('oidc_grants')
      .set({ payload: JSON.stringify(payload) })
      .where('grant_id', '=', id)
      .execute();
  },
  async destroy(id) {
    await db.deleteFrom('oidc_grants').where('grant_id', '=', id).execute();
  },
});

function currentRequest(): BrowserRequest | undefined {
  return browserRequestOf((Provider.ctx as { req: IncomingMessage } | undefined)?.req);
}

/** Limits what a browser can make the server store before its user has logged in. */
const countedStore = (context: Context, tokens: Adapter): Adapter => ({
  ...tokens,
  async upsert(id, payload, expiresIn) {
    const browser = currentRequest();
    if (browser) await countStoredRequest(context, browser);
    await tokens.upsert(id, payload, expiresIn);
  },
});

/**
 * Stores only the state of a logout: our session is the login. Without a login the state is stored for the provider's own cookie.
 */
function sessionStore({ db }: Context, tokens: Adapter): Adapter {
  return {
    ...tokens,
    async find(id) {
      if (id !== OUR_SESSION) return tokens.find(id);
      const login = currentRequest()?.login;
      if (!login) return undefined;
      const { session, person } = login;
      const row = await db
        .selectFrom('sessions')
        .select('logout_state')
        .where('session_id', '=', session.sessionId)
        .executeTakeFirst();
      return {
        jti: id,
        kind: 'Session',
        uid: session.sessionId,
        accountId: person.userId,
        loginTs: authTimeOf(login),
        acr: acrOf(login),
        amr: amrOf(login),
        iat: authTimeOf(login),
        exp: Math.floor(Date.now() / 1000) + SESSION_SECONDS,
        transient: true,
        ...(row?.logout_state ? { state: row.logout_state } : {}),
      };
    },
    async upsert(id, payload, expiresIn) {
      if (id !== OUR_SESSION) {
        if (payload.state) await tokens.upsert(id, payload, expiresIn);
        return;
      }
      const login = currentRequest()?.login;
      const state = payload.state === undefined ? null : JSON.stringify(payload.state);
      if (!login) return;
      await db
        .updateTable('sessions')
        .set({ logout_state: state })
        .where('session_id', '=', login.session.sessionId)
        .where(sql<boolean>`logout_state IS DISTINCT FROM ${state}::jsonb`)
        .execute();
    },
    /** The mount, which knows the request, carries out the logout itself. */
    async destroy(id) {
      const browser = currentRequest();
      if (id !== OUR_SESSION) await tokens.destroy(id);
      else if (browser) browser.isLoggingOut = true;
    },
  };
}

/** Lifetime of a logout's state; a login has its own. */
export const SESSION_SECONDS = 600;
