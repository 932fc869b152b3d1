/** The API keys of a user, for an administrator who may see and revoke them. */
import type { ApiKey } from '../../../api/contract/apiKey.shapes.ts';
import { mayReadApiKeys, mayRevokeApiKey } from '../../../api/contract/users.policy.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/database.ts';
import { asTarget } from '../../db/target.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { queueMail } from '../../mail/queue.ts';
import { hasKeyName, keyColumns, presentKey, shownPrefix } from '../../session/apiKeys.ts';
import { lockUser } from '../../actions/repository.ts';
import { findReadable } from './readable.ts';

/** @throws NotFound for a user unknown or out of scope */
export async function keysOf({ db }: Context, call: CallOf<'Users.ApiKeys'>): Promise<ApiKey[]> {
  const user = await findReadable(db, call, mayReadApiKeys);
  const keys = db.selectFrom('api_keys').select(keyColumns).where('user_id', '=', user.user_id).orderBy('name_key');
  return (await keys.execute()).map(presentKey);
}

/** Revokes a key and notifies its owner. @throws NotFound for a user out of scope, and for a missing key */
export async function revokeKey({ db }: Context, call: CallOf<'Users.RevokeApiKey'>): Promise<void> {
  const { name: action, person, params, query, origin, now } = call;
  await transaction(db, async (tx) => {
    const user = await lockUser(tx, person, params.userName, now);
    const refused = user ? mayRevokeApiKey(person, asTarget(user)) : 'NotFound';
    if (!user || refused) throw problem(refused ?? 'NotFound');
    const revoked = await tx
      .deleteFrom('api_keys')
      .where('user_id', '=', user.user_id)
      .where(hasKeyName(query.name))
      .returning(['name', 'prefix'])
      .executeTakeFirst();
    if (!revoked) throw problem('NotFound');
    const userName = user.user_name ?? user.email;
    await appendAuditEvent(tx, origin, {
      action,
      target: userName,
      targetUserId: user.user_id,
      organisationId: user.organisation_id,
      details: { key: revoked.name, prefix: shownPrefix(revoked.prefix) },
    });
    const data = { userName, at: now.toISOString(), administrator: person.displayName, keyName: revoked.name };
    await queueMail(tx, user, 'apiKeyRevoked', data, now);
  });
}
