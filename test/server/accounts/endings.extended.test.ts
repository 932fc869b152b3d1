/** What ends, ends, by the other roads to the same writes. */
import { endings, useEndings } from '../../support/accountEndings.ts';
import { useServer } from '../../support/useServer.ts';

const { faultsOf } = useEndings(useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000', LIMIT_SESSIONS_PER_USER: '50' } }));

test.each(Object.entries(endings).filter(([, { again = false }]) => again))('A user who is %s', async (_what, ending) => {
  expect(await faultsOf(ending)).toEqual({ survives: [], lost: [] });
});
