/** A link that is made while the account is taken out of hands does not survive that, on one process and on two. */
import { randomUUID } from 'node:crypto';
import { AT_ONCE, one } from '../../support/atOnce.ts';
import { createClient, type Client } from '../../support/client.ts';
import { DIRECTORYS, PROVIDERS, useAccountScene, type Scene } from '../../support/accountScene.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { logInAs } from '../../support/logInAs.ts';
import { sessionOf } from '../../support/openers.ts';
import { codeOf, startLogin, type Claims } from '../../support/rogueProvider.ts';
import { scaled } from '../../support/scale.ts';
import { newMember, type SsoMember } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf } from '../../support/userFacts.ts';

const ROUNDS = scaled(3, 25);
const env = { LIMIT_LOGINS_PER_ADDRESS: '10000', LIMIT_SESSIONS_PER_USER: '100', LIMIT_SSO_STARTS_PER_ADDRESS: '10000' };

const first = useServer({ env });
const second = useServer({ env, beside: first });
const scene = useAccountScene(first);
let administrators: Client[];
beforeAll(async () => {
  administrators = [await logInAs(first, 'sysadmin'), await logInAs(second, 'sysadmin')];
});

type Ending = (by: Client, member: SsoMember, where: Scene) => Promise<unknown>;
const endings: readonly (readonly [string, Ending])[] = [
  ['disabled', (by, { userName }) => by.ok('Users.Enable', { userName, enabled: false })],
  ['reset', (by, { userName }) => by.ok('Users.ResetAuthentication', { userName, type: 'All' })],
  [
    'moved',
    async (by, { userName, userId }, { organisationIds, site }) => {
      const { version } = await userOf(site, userId, 'version');
      const body = { version, organisationPublicId: organisationIds[DIRECTORYS] };
      await by.ok('Users.Patch', { userName, body });
    },
  ],
];

interface Linking {
  readonly member: SsoMember;
  readonly sub: string;
  /** Resolves while the provider is asked for its answer, which is when the link is near. */
  readonly asked: Promise<unknown>;
  /** The provider may answer, where it waits for that. */
  readonly answer: () => void;
  /** The browser comes back from the provider. @returns the status */
  readonly finish: () => Promise<number>;
}

describe.each([
  ['one process', 1],
  ['two processes', 2],
])('On %s', (_where, count) => {
  const processes = () => [first, second].slice(0, count);

  /** Users who have asked for a link in a session, and are at the provider. */
  async function atProvider(): Promise<Linking[]> {
    const { connectionId, rogue } = scene();
    const answers = new Map<string, () => Promise<Claims>>();
    rogue.claims = (code) => answers.get(code)?.() ?? Promise.resolve({});
    const linkings: Linking[] = [];
    for (let index = 0; index < AT_ONCE / 2; index += 1) {
      const member = await newMember(first, { organisation: PROVIDERS });
      const { client } = await sessionOf(first, member.userId);
      const own = await client();
      const { address } = await own.ok('Security.Link', { connectionId });
      const from = { client: own, query: new URL(address, first.url).search };
      const { state, nonce, callback } = await startLogin(first, { connectionId }, from);
      const sub = randomUUID();
      const { promise: asked, resolve: ask } = Promise.withResolvers<string>();
      const { promise: answered, resolve: answer } = Promise.withResolvers<string>();
      if (index % 3 > 0) answer(sub);
      answers.set(codeOf(state), async () => {
        ask(sub);
        await answered;
        return { sub, nonce };
      });
      const headers = { Cookie: await own.jar.getCookieString(first.url) };
      const browser = createClient(one(processes(), index), { headers });
      linkings.push({
        member,
        sub,
        asked,
        answer: () => {
          answer(sub);
        },
        finish: async () => (await browser.raw(callback, { bare: true })).status,
      });
    }
    return linkings;
  }

  test.each(endings)(
    'no link survives that its user is %s',
    async (_what, end) => {
      let linked = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const started = await atProvider();
        const statuses = await Promise.all(
          started.map(async ({ member, asked, answer, finish }, index) => {
            const finished = finish();
            await asked;
            // Of three, one act comes before the provider’s answer, one after the link, and one meets it.
            if (index % 3 === 1) await finished;
            await end(one(administrators.slice(0, count), index), member, scene());
            answer();
            return finished;
          }),
        );
        expect([round, statuses.filter((status) => status >= 500 && status !== 503)]).toEqual([round, []]);
        const subs = started.map(({ sub }) => sub);
        expect([round, await first.database.query(`SELECT user_id FROM identities WHERE subject = ANY ($1)`, [subs])]).toEqual([
          round,
          [],
        ]);
        const ids = started.map(({ member }) => member.userId);
        const events = await auditEvents(first, { action: 'Connections.Link', outcome: 'success', targetUserId: ids });
        linked += events.length;
      }
      expect(linked).toBeGreaterThan(0);
    },
    600_000,
  );
});
