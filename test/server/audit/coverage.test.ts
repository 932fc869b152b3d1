/** Every state-changing operation of the contract is called once, with success, and must write an audit event. */
import { changesState } from '../../../api/contract/call.ts';
import { operations, type OperationName } from '../../../api/contract/index.ts';
import { auditEvents, lastSeq } from '../../support/auditEvents.ts';
import { operationNames } from '../../support/callSamples.ts';
import { prepareCall } from '../../support/preparedCalls.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });

/**
 * The key of `Mfa.BeginEnable` is valid only after `Mfa.Enable`, a challenge only for a passkey; opening an invitation changes nothing;
 * `Find` is a POST for its length.
 */
const NO_STATE_CHANGE: readonly OperationName[] = [
  'Mfa.BeginEnable',
  'Passkeys.RegistrationOptions',
  'Passkeys.LoginOptions',
  'Invite.Receive',
  'Organisations.Find',
  'Support.TicketState',
  'Login.Discover',
  'Settings.Preview',
  'Users.MovePreview',
];

/** The last event of the demo's own history. */
let lastSeeded: number;
beforeAll(async () => {
  lastSeeded = await lastSeq(site);
});

const changing = operationNames.filter((name) => changesState(operations[name]));

test('There are many of them', () => {
  expect(changing.length).toBeGreaterThan(35);
  expect(NO_STATE_CHANGE.filter((name) => !changing.includes(name))).toEqual([]);
});

/** Makes the call. @returns its events of a success from a known address, without those of what it needs */
async function eventsOf(name: OperationName): Promise<{ status: number; text: string; events: unknown[] }> {
  const { send, end } = await prepareCall(site, name);
  try {
    const since = await lastSeq(site);
    const { status, text } = await send();
    const found = await auditEvents(site, { action: name, outcome: 'success' }, 'seq', 'ip');
    return { status, text, events: found.filter(({ seq, ip }) => seq > since && ip !== null) };
  } finally {
    await end();
  }
}

test.each(changing.filter((name) => !NO_STATE_CHANGE.includes(name)))(
  '%s writes a success event with the IP address',
  async (name) => {
    const { status, text, events } = await eventsOf(name);
    expect([status < 300, text]).toEqual([true, text]);
    expect(events.length).toBeGreaterThan(0);
  },
);

test.each(NO_STATE_CHANGE)('%s writes none', async (name) => {
  expect((await eventsOf(name)).events).toEqual([]);
});

test('Nothing else has written one', async () => {
  const found = await auditEvents(site, { outcome: 'success' }, 'action', 'seq', 'ip');
  const others = found.filter(
    ({ action, seq, ip }) => seq > lastSeeded && ip !== null && !(changing as string[]).includes(action),
  );
  expect(others).toEqual([]);
});
