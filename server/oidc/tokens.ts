/** Stores what the provider issues under the SHA-256 of its value, so that reading the database gives nothing usable. */
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { Context } from '../context.ts';
import { prepare } from '../db/prepared.ts';
import { sha256 } from '../session/tokens.ts';

const GRANT_GONE = '23503';

const findToken = prepare('findOidcToken', (queries, { model, hash }: { model: string; hash: Buffer }) =>
  queries.selectFrom('oidc_tokens').select(['payload', 'consumed_at']).where('model', '=', model).where('token_hash', '=', hash),
);

/** @param returnToOf gives the address at which an interaction continues; it contains the id, and so is not stored */
export function tokenStore({ db, clock }: Context, model: string, returnToOf: (id: string) => string): Adapter {
  const row = (id: string) => ({ model, token_hash: sha256(id) });

  return {
    async upsert(id, payload, expiresIn = 0) {
      const now = clock.now();
      const stored = {
        grant_id: payload.grantId !== undefined && ISSUED.has(model) ? payload.grantId : null,
        payload: JSON.stringify(withoutIds(payload)),
        // The time is by the provider's clock, which checks the expiry itself.
        expires_at: new Date(payload.exp === undefined ? Date.now() + expiresIn * 1000 : payload.exp * 1000),
      };
      try {
        const saved = await db
          .insertInto('oidc_tokens')
          .values({ ...row(id), ...stored, created_at: now, consumed_at: null })
          .onConflict((conflict) =>
            ONCE.has(model) ? conflict.doNothing() : conflict.columns(['model', 'token_hash']).doUpdateSet(stored),
          )
          .returning('model')
          .executeTakeFirst();
        if (!saved) throw new errors.InvalidRequest('the proof was used already');
      } catch (error) {
        // The grant was revoked meanwhile, by a replay or by the end of the session.
        throw (error as { code?: string }).code === GRANT_GONE ? new errors.InvalidGrant('grant not found') : error;
      }
    },

    async find(id) {
      const [found] = await findToken(db, { model, hash: sha256(id) });
      if (!found) return undefined;
      return {
        ...(found.payload as AdapterPayload),
        jti: id,
        ...(found.consumed_at ? { consumed: Math.floor(found.consumed_at.getTime() / 1000) } : {}),
        ...(model === 'Interaction' ? { returnTo: returnToOf(id) } : {}),
      };
    },

    /** Uses up what the provider has read as unused. Of concurrent uses one succeeds; the others are a replay and end the grant. */
    async consume(id) {
      const used = await db
        .updateTable('oidc_tokens')
        .set({ consumed_at: clock.now() })
        .where('model', '=', model)
        .where('token_hash', '=', sha256(id))
        .where('consumed_at', 'is', null)
        .returning('model')
        .executeTakeFirst();
      if (used) return;
      const grant = db
        .selectFrom('oidc_tokens')
        .select('grant_id')
        .where('model', '=', model)
        .where('token_hash', '=', sha256(id));
      await db.deleteFrom('oidc_grants').where('grant_id', '=', grant).execute();
      throw new errors.InvalidGrant('used already');
    },

    async destroy(id) {
      await db.deleteFrom('oidc_tokens').where('model', '=', model).where('token_hash', '=', sha256(id)).execute();
    },

    async revokeByGrantId(grantId) {
      await db.deleteFrom('oidc_tokens').where('model', '=', model).where('grant_id', '=', grantId).execute();
    },

    findByUid: () => Promise.resolve(undefined),
    findByUserCode: () => Promise.resolve(undefined),
  };
}

/** Models that end with their grant; an interaction only names one. */
const ISSUED = new Set(['AuthorizationCode', 'AccessToken', 'RefreshToken']);
/** Models stored once: a second one is the replay that they detect. */
const ONCE = new Set(['ReplayDetection']);

/** The payload without the value itself, and without that of the session's cookie. */
function withoutIds({ jti: _jti, returnTo: _returnTo, session, ...payload }: AdapterPayload): AdapterPayload {
  if (!session) return payload;
  const { cookie: _cookie, ...rest } = session;
  return { ...payload, session: rest };
}
