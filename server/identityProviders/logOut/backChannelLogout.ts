/**
 * OpenID Connect Back-Channel Logout 1.0: the provider notifies us that a user has logged out there. Only a signed token counts,
 * once.
 */
import type { Context } from '../../context.ts';
import { loggedOutThere } from './logout.ts';
import { Refused } from '../logIn/refused.ts';
import { findConnection, type ConnectionRow } from '../settings/repository.ts';
import type { VerifyToken } from '../openid/tokens.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

export function backChannelLogout({ db, clock }: Context, verify: VerifyToken) {
  /** @throws Refused */
  return async (connectionId: string, token: string, ip: string): Promise<void> => {
    const now = clock.now();
    const connection = await findConnection(db, connectionId);
    if (!connection?.enabled) throw new Refused('disabledConnection');
    const { sid, sub, jti } = await verified(connection, token, now);
    await loggedOutThere(db, connectionId, { id: jti, sids: sid === null ? [] : [sid], sub, ip, now });
  };

  async function verified(connection: ConnectionRow, token: string, now: Date) {
    const {
      events,
      nonce,
      sid,
      sub,
      jti = '',
    } = await verify(connection, token, {
      audience: connection.client_id ?? '',
      types: ['logout+jwt', 'jwt', undefined],
      claims: ['events'],
      now,
    });
    const isEvent = typeof events === 'object' && events !== null && EVENT in events;
    const names = [sid, sub].filter((name) => typeof name === 'string' && name !== '');
    if (!isEvent || nonce !== undefined || names.length === 0) throw new Refused('logoutToken');
    return { sid: typeof sid === 'string' ? sid : null, sub: sub ?? null, jti };
  }
}
