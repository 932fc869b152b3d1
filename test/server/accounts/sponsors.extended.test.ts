/**
 * The second pair of eyes is another person's on every road: an administrator who has an account in
 * their hands, by whatever writes it, finds no approver in it.
 */
import { randomUUID } from 'node:crypto';
import {
  DIRECTORYS,
  mappedGroup,
  newAdministrator,
  sentUser,
  SUBSCRIBER,
  useAccountScene,
  type Part,
  type Scene,
} from '../../support/accountScene.ts';
import { roads } from '../../support/accountRoads.ts';
import { enable, setRoles } from '../../support/changeUser.ts';
import type { Client } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { confirmLink, NEW_PASSWORD, newPassword, requestLink } from '../../support/recovery.ts';
import { expecting } from '../../support/scim/directory.ts';
import type { SsoMember } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf } from '../../support/userFacts.ts';

const env = { FOUR_EYES: 'on', FOUR_EYES_BULK: '1000', LIMIT_LOGINS_PER_ADDRESS: '10000', ADMIN_EMAIL_DELAY_HOURS: '0' };
const site = useServer({ env });
const scene = useAccountScene(site);

const reason = 'Left the company';

/** The account as an administrator who can log in, however it got its roles; the statement is no road. */
async function asAdministrator(userId: string): Promise<{ client: Client; organisation: string }> {
  const { userName, organisation } = await site.database.row<{ userName: string; organisation: string }>(
    `UPDATE users u SET password_hash = (SELECT password_hash FROM users WHERE user_name = 'ordinary'), enabled = true, password_must_change = false,
            roles = ARRAY(SELECT DISTINCT unnest(u.roles || ARRAY[$2]) ORDER BY 1)
       FROM organisations o WHERE u.user_id = $1 AND o.organisation_id = u.organisation_id
     RETURNING u.user_name AS "userName", o.name AS organisation`,
    [userId, SUBSCRIBER],
  );
  cast.push(userId);
  return { client: await logInAs(site, userName), organisation };
}

/** The administrator that requests of a part would disable: one for all tests, as each administrator gets a mail of each request. */
const targets = new Map<string, SsoMember>();
async function targetOf(part: Part, organisation: string): Promise<SsoMember> {
  const key = `${part} ${organisation}`;
  const target = targets.get(key) ?? (await newAdministrator(site, organisation));
  targets.set(key, target);
  await enable(site, target.userId);
  return target;
}

/** The open request of a part to disable an administrator of the organisation. */
async function requestOf({ clients }: Scene, part: Part, organisation: string): Promise<string> {
  const { userName } = await targetOf(part, organisation);
  const find = async () =>
    (await clients[part].ok('Approvals.List')).find(({ target, state }) => target === userName && state === 'open');
  const open = await find();
  if (open) return open.requestId;
  const answer = await clients[part].call('Users.Enable', { userName, enabled: false, reason });
  expect(answer).toMatchObject({ status: 409, problem: { code: 'ApprovalNeeded' } });
  return (await find())!.requestId;
}

const cast: string[] = [];
afterEach(async () => {
  await setRoles(site, cast.splice(0), ['Member']);
});

const cases = Object.entries(roads).flatMap(([act, byRoad]) =>
  Object.entries(byRoad).map(([road, { authors, act: write }]) => [`that ${act} ${road}`, authors, write] as const),
);

test.each(cases)('An account %s approves nothing of %j', async (_what, authors, write) => {
  const { client, organisation } = await asAdministrator(await write(scene()));
  const codes: Record<string, string> = {};
  for (const part of authors) {
    const requestId = await requestOf(scene(), part, organisation);
    const { status, problem } = await client.call('Approvals.Approve', { requestId });
    codes[part] = problem?.code ?? `${String(status)}: approved`;
  }
  expect(codes).toEqual(Object.fromEntries(authors.map((part) => [part, 'NotIndependent'])));
  // The account approves for others.
  const stranger = organisation === DIRECTORYS ? 'strangerAtDirectorys' : 'strangerAtProviders';
  const requestId = await requestOf(scene(), stranger, organisation);
  expect(await client.call('Approvals.Approve', { requestId })).toMatchObject({ status: 200, body: { state: 'done' } });
});

test('The holder of a directory’s key, who gives an administrator another address and forgets the password, approves nothing of their own', async () => {
  const { directory } = scene();
  const former = `${randomUUID()}@joined.example`;
  const { id } = await expecting(201, directory.send('POST', '/Users', sentUser({}, former)));
  await mappedGroup(scene(), [id]);
  // The account is an administrator's of old.
  await site.database.query(`DELETE FROM sponsorships WHERE user_id = $1`, [id]);
  const email = `${randomUUID()}@taken.example`;
  const change = { Operations: [{ op: 'replace', path: 'emails[type eq "work"].value', value: email }] };
  await expecting(200, directory.send('PATCH', `/Users/${id}`, change));
  const { userName } = await userOf(site, id, 'userName');
  const client = await confirmLink(site, await requestLink(site, { userName, email }));
  await client.ok('ChangeDetails.ChangePassword', newPassword());
  const taken = await logInAs(site, userName, { password: NEW_PASSWORD });
  const requestId = await requestOf(scene(), 'keyMaker', DIRECTORYS);
  expect(await taken.call('Approvals.Approve', { requestId })).toMatchObject({
    status: 403,
    problem: { code: 'NotIndependent' },
  });
  const mails = await queuedMails(site, { recipient: former, template: 'emailChanged' });
  expect(mails).toHaveLength(1);
});
