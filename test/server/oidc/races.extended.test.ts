/** One code and one refresh token, used many times at once on one and on two processes. */
import { logInAs } from '../../support/logInAs.ts';
import { codeFor, exchange, refresh, register, signIn, userinfo } from '../../support/oidc.ts';
import { scaled } from '../../support/scale.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });
/** Rounds, half of them on one process, half on two. */
const ROUNDS = scaled(4, 50);
const AT_ONCE = 20;

describe('Used twenty times at once', () => {
  const second = useServer({ beside: site });

  test('a code and a refresh token succeed at most once, and what they brought is revoked; on two processes too', async () => {
    const wiki = await register(site);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { code, proof } = await codeFor(site, wiki);
      const servers = Array.from({ length: AT_ONCE }, (_, index) => (round % 2 === 1 && index % 2 === 1 ? second : site));
      const exchanged = await Promise.all(servers.map((server) => exchange(server, wiki, code, proof)));
      const got = exchanged.filter(({ status }) => status === 200);
      expect(exchanged.map(({ status }) => status).filter((status) => status !== 200 && status !== 400)).toEqual([]);
      expect(got.length).toBeLessThanOrEqual(1);
      for (const { access_token: token } of got) expect((await userinfo(site, token)).status).toBe(401);

      const { refresh_token: token } = await signIn(await logInAs(site, 'ordinary'), wiki);
      const refreshed = await Promise.all(servers.map((server) => refresh(server, wiki, token)));
      const renewed = refreshed.filter(({ status }) => status === 200);
      expect(refreshed.map(({ status }) => status).filter((status) => status !== 200 && status !== 400)).toEqual([]);
      expect(renewed.length).toBeLessThanOrEqual(1);
      for (const { refresh_token: successor } of renewed) expect((await refresh(second, wiki, successor)).status).toBe(400);
    }
  });
});
