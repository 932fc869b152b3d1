/** A page with an operation on many users, on the real server. */
import { selectNotices } from '@store/notices/notices.slice.ts';
import { followedOperation } from './followedOperation.ts';
import { openStoreAs } from './storeWithServer.ts';
import type { HarnessOptions } from './storeHarness.ts';
import type { TestServer } from '../support/server.ts';
import { disabledOf } from '../support/userFacts.ts';

export interface Member {
  readonly userId: string;
  readonly userName: string;
}

const namesOf = (those: readonly Member[]) => those.map(({ userName }) => userName);

export const bulkOn = (site: TestServer) => ({
  namesOf,

  /** Finds enabled members. */
  members: (count: number, from = 0): Promise<Member[]> =>
    site.database.query<{ userId: string; userName: string }>(
      `SELECT user_id AS "userId", user_name AS "userName" FROM users
        WHERE enabled AND registered AND locked_until IS NULL AND roles = '{Member}' AND mfa_enrolled_at IS NULL
          AND user_name <> 'ordinary'
        ORDER BY user_name COLLATE "C" OFFSET ${String(from)} LIMIT ${String(count)}`,
    ),

  disabled: async (those: readonly Member[]): Promise<number> => await disabledOf(site, namesOf(those)),

  async open(those: readonly (Member | string)[], options: HarnessOptions = {}) {
    const harness = await openStoreAs(site, 'sysadmin', options);
    const followed = followedOperation(harness);
    await followed.select(those.map((member) => (typeof member === 'string' ? member : member.userName)));
    const notices = () => selectNotices(harness.store.getState()).map(({ message }) => message);
    return { ...harness, ...followed, notices };
  },

  enableAll: () => site.database.query("UPDATE users SET enabled = true WHERE user_name <> 'disabled_user'"),
});
