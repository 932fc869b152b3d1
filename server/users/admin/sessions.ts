/** The sessions of a user, for an administrator who may see and end them. */
import type { SessionView } from '../../../api/contract/security.ts';
import { mayEndSessions, mayReadSessions } from '../../../api/contract/users.policy.ts';
import { administrator } from '../../accounts/author.ts';
import { endSessionFor } from '../../accounts/sessions.ts';
import { performActionIn } from '../../actions/perform.ts';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/database.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { listSessions } from '../../session/list.ts';
import { findReadable } from './readable.ts';

/** @throws NotFound for a user unknown or out of scope */
export async function sessionsOf({ db }: Context, call: CallOf<'Users.UserSessions'>): Promise<SessionView[]> {
  const user = await findReadable(db, call, mayReadSessions);
  return listSessions(db, { userId: user.user_id, now: call.now });
}

/** Ends a session and notifies its user. @throws NotFound for a user out of scope, and for a session that is over */
export async function endSessionOf({ db }: Context, call: CallOf<'Users.EndUserSession'>): Promise<void> {
  await transaction(db, (tx) =>
    performActionIn(tx, call, {
      may: mayEndSessions,
      change: async (_tx, user) => {
        const browser = await endSessionFor(tx, administrator(call), user, call.params.sessionId);
        if (browser === undefined) throw problem('NotFound');
        return { browser: browser || undefined };
      },
    }),
  );
}
