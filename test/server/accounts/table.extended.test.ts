/** Mails and events of each road are those of the table of accounts (`docs/security.md`). */
import { endings, useEndings } from '../../support/accountEndings.ts';
import { roads } from '../../support/accountRoads.ts';
import { accountWrites, eventsOf, type AccountWrite } from '../../support/accountTable.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({
  env: { LIMIT_LOGINS_PER_ADDRESS: '10000', LIMIT_SESSIONS_PER_USER: '50', ADMIN_EMAIL_DELAY_HOURS: '0' },
});
const { scene, prepare } = useEndings(site);

/** Events and mails of logins, which a road may need besides the write. */
const BESIDES = ['Login.Login', 'Connections.LogIn', 'passwordEntered', 'newBrowser'];

interface Seen {
  readonly mails: string[];
  readonly events: string[];
}

/** An import has one event, whose members are its rows. */
async function seenOf(since: Date, where: { readonly userId: string; readonly addresses: readonly string[] }): Promise<Seen> {
  const mails = await site.database.query<{ template: string }>(
    `SELECT DISTINCT template FROM mails WHERE created_at >= $1 AND template <> ALL ($4) AND (recipient = ANY ($2)
        OR recipient IN (SELECT unnest(ARRAY[email, pending_email]) FROM users WHERE user_id = $3)) ORDER BY template`,
    [since, where.addresses, where.userId, BESIDES],
  );
  const events = await site.database.query<{ action: string }>(
    `SELECT DISTINCT action FROM audit_events WHERE at >= $1 AND (target_user_id = $2 OR action IN ('Operator.Import', 'Imports.Finish')) AND outcome = 'success' AND action <> ALL ($3) ORDER BY action`,
    [since, where.userId, BESIDES],
  );
  return { mails: mails.map(({ template }) => template), events: events.map(({ action }) => action) };
}

const wantedOf = ({ mails, mayMail = [], ...row }: AccountWrite, seen: Seen) => ({
  mails: [...mails, ...mayMail.filter((template) => seen.mails.includes(template))].toSorted(),
  events: [...eventsOf(row)].toSorted(),
});

/** Acts that need another one before, with mails and events of its own. */
const AFTER_ANOTHER = [
  'erased',
  'created by the directory again, after it has deleted the user',
  'given back the present address, as the owner refuses another',
  'given another password by a mailed link',
];
const nameOf = ({ write, road }: AccountWrite) => `${write}, ${road}`;
const both = (wanted: readonly string[], others: readonly string[]) => [...new Set([...wanted, ...others])].toSorted();
const now = async () => (await site.database.row<{ now: Date }>('SELECT now() AS now')).now;

test.each(accountWrites.flatMap((row) => (row.ends === undefined ? [] : [[nameOf(row), row, row.ends] as const])))(
  '%s: an account that is open sees mails and events of its row',
  async (_name, row, ends) => {
    const { account, act } = await prepare(endings[ends]!);
    const since = await now();
    await act();
    const seen = await seenOf(since, { userId: account.userId, addresses: [account.email] });
    const wanted = wantedOf(row, seen);
    const others = AFTER_ANOTHER.includes(ends) ? seen : { mails: [], events: [] };
    expect(seen).toEqual({ mails: both(wanted.mails, others.mails), events: both(wanted.events, others.events) });
  },
);

test.each(accountWrites.flatMap((row) => (row.hands === undefined ? [] : [[nameOf(row), row, row.hands] as const])))(
  '%s: an account that comes by this road sees mails and events of its row',
  async (_name, row, [act, road]) => {
    const since = await now();
    const userId = await roads[act]![road]!.act(scene());
    const seen = await seenOf(since, { userId, addresses: [] });
    const wanted = wantedOf(row, seen);
    // The road may make the account first. Mails to a former address are compared where the account is open.
    if (row.ends === undefined) expect(seen.mails).toEqual(expect.arrayContaining(wanted.mails));
    expect(seen.events).toEqual(expect.arrayContaining(wanted.events));
  },
);
