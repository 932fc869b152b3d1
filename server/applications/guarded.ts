/** Applications that a proxy guards: it asks `Login/Check` before each request, and names the application. */
import type { AccessDenial, ApplicationAccess } from '../../api/contract/applications.policy.ts';
import { appendAuditEvent, type AuditOrigin } from '../audit/append.ts';
import { HOUR } from '../clock.ts';
import type { Context } from '../context.ts';
import { transaction } from '../db/database.ts';
import { prepare } from '../db/prepared.ts';
import { countHits } from '../http/throttle.ts';
import { accessOf, isApplicationId } from './repository.ts';
import { claimFirstUse, countSignIn } from './use.ts';

interface GuardedApplication extends ApplicationAccess {
  readonly applicationId: string;
  readonly name: string;
  /** When the user asked for last used it. */
  readonly lastUsedAt: Date | null;
}

/** A use by a session; `since` is the beginning of the login. */
interface Use {
  readonly userId: string;
  readonly since: Date;
  readonly origin: AuditOrigin;
  readonly now: Date;
}

const findGuarded = prepare('findGuarded', (queries, { id, userId }: { id: string; userId: string | null }) =>
  queries
    .selectFrom('applications as a')
    .leftJoin('application_users as u', (join) =>
      join.onRef('u.application_id', '=', 'a.application_id').on('u.user_id', '=', userId),
    )
    .select(['a.application_id', 'a.name', 'a.organisation_ids', 'a.roles', 'a.impersonation', 'u.last_used_at'])
    .where('a.application_id', '=', id)
    .where('a.kind', '=', 'guarded')
    .where('a.enabled', '=', true),
);

export function guardedApplications({ db }: Pick<Context, 'db'>) {
  return {
    /** Undefined if there is none, or if it is disabled. */
    async find(id: string, userId: string | null): Promise<GuardedApplication | undefined> {
      const [row] = isApplicationId(id) ? await findGuarded(db, { id, userId }) : [];
      return row && { ...accessOf(row), applicationId: row.application_id, name: row.name, lastUsedAt: row.last_used_at };
    },

    /** The first request of a login to an application is a sign-in: counted, and an event of the audit. */
    async recordUse({ applicationId, name, lastUsedAt }: GuardedApplication, { userId, since, origin, now }: Use): Promise<void> {
      if (lastUsedAt !== null && lastUsedAt >= since) return;
      await transaction(db, async (tx) => {
        if (!(await claimFirstUse(tx, { userId, applicationId }, since, now))) return;
        await appendAuditEvent(tx, origin, { action: 'Applications.SignIn', target: name, targetUserId: userId });
        await countSignIn(tx, applicationId, now);
      });
    },

    /** Records one event an hour: a page that is refused requests many things. */
    async recordRefusal({ applicationId, name }: GuardedApplication, { userId, origin, now }: Use, reason: AccessDenial) {
      const { hits } = await countHits(db, `refused-application:${applicationId}:${userId}`, HOUR, now, 1);
      if (hits > 1) return;
      const details = { reason };
      await appendAuditEvent(db, origin, {
        action: 'Applications.SignIn',
        outcome: 'refused',
        target: name,
        targetUserId: userId,
        details,
      });
    },
  };
}
