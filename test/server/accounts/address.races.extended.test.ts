/** An address that two roads change at once is one of theirs, and each former one gets its mail, on one process and on two. */
import { randomUUID } from 'node:crypto';
import { AT_ONCE, atOnce, one, withStatus } from '../../support/atOnce.ts';
import { createClient } from '../../support/client.ts';
import { DIRECTORYS, manage, useAccountScene } from '../../support/accountScene.ts';
import { awaitMail } from '../../support/mails.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { linkOf } from '../../support/recovery.ts';
import { scaled } from '../../support/scale.ts';
import { newMember, type SsoMember } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';

const ROUNDS = scaled(3, 25);
const env = { LIMIT_LOGINS_PER_ADDRESS: '10000', ADMIN_EMAIL_DELAY_HOURS: '0' };

const first = useServer({ env });
const second = useServer({ env, beside: first });
const scene = useAccountScene(first);
/** Either process sends a mail. */
const both = { mails: async () => [...(await first.mails()), ...(await second.mails())] };
const address = () => `${randomUUID()}@raced.example`;

interface Row {
  readonly email: string;
  readonly proven: boolean;
  readonly pending: string | null;
}
const rowOf = (userId: string): Promise<Row> =>
  first.database.row<Row>(
    `SELECT email, email_proven_at IS NOT NULL AS proven, pending_email AS pending FROM users WHERE user_id = $1`,
    [userId],
  );

/** Former and new addresses by the events, oldest first. */
async function changesOf(userId: string): Promise<{ readonly from: string; readonly to: string }[]> {
  const events = await first.database.query<{ change: { from: string; to: string } }>(
    `SELECT details -> 'fields' -> 'email' AS change FROM audit_events WHERE target_user_id = $1 AND outcome = 'success'
        AND action IN ('Users.ConfirmEmail', 'Scim.UpdateUser') AND details -> 'fields' ? 'email' ORDER BY seq`,
    [userId],
  );
  return events.map(({ change }) => change);
}

/** The events follow upon each other, and each former address got one mail. */
async function expectOneHistory({ userId, email }: SsoMember): Promise<number> {
  const changes = await changesOf(userId);
  const now = await rowOf(userId);
  expect(changes.map(({ from }) => from)).toEqual([email, ...changes.slice(0, -1).map(({ to }) => to)]);
  expect(changes.at(-1)?.to ?? email).toBe(now.email);
  const mails = await queuedMails(first, { template: 'emailChanged', recipient: changes.map(({ from }) => from) }, 'recipient');
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(changes.map(({ from }) => from).toSorted());
  return changes.length;
}

describe.each([
  ['one process', 1],
  ['two processes', 2],
])('On %s', (_where, count) => {
  const directories = () => [first, second].slice(0, count).map((process) => scene().directory.on(process));
  const patch = (index: number, userId: string, value: string) =>
    one(directories(), index).send('PATCH', `/Users/${userId}`, {
      Operations: [{ op: 'replace', path: 'emails[type eq "work"].value', value }],
    });

  test('twenty changes by the directory are one history', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const member = await newMember(first, { organisation: DIRECTORYS });
      await manage(scene(), member);
      const answers = await atOnce((index) => patch(index, member.userId, address()));
      expect([round, answers.filter(({ status }) => status >= 500 && status !== 503)]).toEqual([round, []]);
      expect([round, await expectOneHistory(member)]).toEqual([round, withStatus(answers, 200).length]);
    }
  }, 600_000);

  test('the owner’s link and the directory do not both have it', async () => {
    const { clients } = scene();
    for (let round = 0; round < ROUNDS; round += 1) {
      const member = await newMember(first, { organisation: DIRECTORYS });
      const { userName, userId } = member;
      const confirmed = address();
      const { version } = await clients.sysadmin.ok('Users.User', { userName });
      await clients.sysadmin.ok('Users.Patch', { userName, body: { version, email: confirmed } });
      const link = linkOf(
        await awaitMail(both, ({ to, links }) => to[0] === confirmed && (links[0] ?? '').includes('/ConfirmEmail')),
      );
      await manage(scene(), member);
      const owners = [first, second].slice(0, count).map((process) => createClient(process));
      for (const owner of owners) await owner.raw('/api/Login/Login');
      const statuses = await atOnce(async (index) => {
        if (index % 2 === 0) return (await one(owners, index / 2).call('Users.ConfirmEmail', { body: link })).status;
        return (await patch((index - 1) / 2, userId, address())).status;
      });
      expect(statuses).toHaveLength(AT_ONCE);
      expect([round, statuses.filter((status) => status >= 500 && status !== 503)]).toEqual([round, []]);
      await expectOneHistory(member);
      // Any other address ends the one that waits for its link.
      const confirmedAt = (await changesOf(userId)).findIndex(({ to }) => to === confirmed);
      expect([round, confirmedAt <= 0]).toEqual([round, true]);
      const now = await rowOf(userId);
      // A written address is proven only if the link that was mailed to it was used last; an address that waits for its link ends with any other.
      expect([round, now.proven]).toEqual([round, now.email === confirmed]);
      expect([round, now.pending]).toEqual([round, null]);
    }
  }, 600_000);
});
