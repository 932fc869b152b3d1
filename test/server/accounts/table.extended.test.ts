/** Mails and events of each road are those of the table of accounts (`docs/security.md`). */
import { endings, useEndings } from '../../support/accountEndings.ts';
import { roads } from '../../support/accountRoads.ts';
import { accountWrites, type AccountWrite } from '../../support/accountTable.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({
  env: { LIMIT_LOGINS_PER_ADDRESS: '10000', LIMIT_SESSIONS_PER_USER: '50', ADMIN_EMAIL_DELAY_HOURS: '0' },
});
const { scene, prepare } = useEndings(site);

/** Events and mails of log-ins, which a road may need besides the write. */
const BESIDES = ['Login.Login', 'Connections.LogIn', 'passwordEntered', 'newBrowser'];

interface Seen {
  readonly mails: string[];
  readonly events: string[];
}

async function seenOf(since: Date, where: { readonly userId: string; readonly addresses: readonly string[] }): Promise<Seen> {
  const mails = await site.database.query<{ template: string }>(
    `SELECT DISTINCT template FROM mails WHERE created_at >= $1 AND template <> ALL ($4) AND (recipient = ANY ($2)
        OR recipient IN (SELECT unnest(ARRAY[email, pending_email]) FROM users WHERE user_id = $3)) ORDER BY template`,
    [since, where.addresses, where.userId, BESIDES],
  );
  const events = await site.database.query<{ action: string }>(
    `SELECT DISTINCT action FROM audit_events WHERE at >= $1 AND target_user_id = $2 AND outcome = 'success' AND action <> ALL ($3) ORDER BY action`,
    [since, where.userId, BESIDES],
  );
  return { mails: mails.map(({ template }) => template), events: events.map(({ action }) => action) };
}

const wantedOf = ({ mails, mayMail = [], events }: AccountWrite, seen: Seen) => ({
  mails: [...mails, ...mayMail.filter((template) => seen.mails.includes(template))].toSorted(),
  events: [...events].toSorted(),
});

const taken = accountWrites.flatMap((row) =>
  row.shown === undefined ? [] : [[`${row.write}, ${row.road}`, row, row.shown] as const],
);
const now = async () => (await site.database.row<{ now: Date }>('SELECT now() AS now')).now;

test.each(taken.flatMap(([name, row, shown]) => (typeof shown === 'string' ? [[name, row, shown] as const] : [])))(
  '%s: an account that is open sees mails and events of its row',
  async (_name, row, shown) => {
    const { account, act } = await prepare(endings[shown]!);
    const since = await now();
    await act();
    const seen = await seenOf(since, { userId: account.userId, addresses: [account.email] });
    expect(seen).toEqual(wantedOf(row, seen));
  },
);

test.each(taken.flatMap(([name, row, shown]) => (typeof shown === 'string' ? [] : [[name, row, shown] as const])))(
  '%s: an account that comes by this road sees mails and events of its row',
  async (_name, row, [act, road]) => {
    const since = await now();
    const userId = await roads[act]![road]!.act(scene());
    const seen = await seenOf(since, { userId, addresses: [] });
    const wanted = wantedOf(row, seen);
    // The road may make the account first.
    expect(seen.mails).toEqual(expect.arrayContaining(wanted.mails));
    expect(seen.events).toEqual(expect.arrayContaining(wanted.events));
  },
);
