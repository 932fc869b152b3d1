/** The audit report's filters as a URL and as call arguments. */
import { addressOf, type AuditView, defaultView, readOpen, readView, reportArgs } from '@src/features/audit/auditView.ts';

const now = new Date(2026, 10, 21, 15, 30).getTime();
const queryOf = (address: string) => new URLSearchParams(address.split('?')[1]);
/** The midnight in local time: the chosen day is a local date. */
const localMidnight = (day: string) => expect.stringMatching(new RegExp(`^${day}T00:00:00[+-]\\d\\d:\\d\\d$`)) as string;

test.each<[string, Partial<AuditView>]>([
  ['/Users/Audit', {}],
  ['/Users/Audit?range=all', { range: 'all' }],
  ['/Users/Audit?from=2026-11-01&to=2026-11-05', { range: 'days', from: '2026-11-01', to: '2026-11-05' }],
  [
    '/Users/Audit?range=month&actor=sysadmin&action=Users.&outcome=refused',
    { range: 'month', actor: 'sysadmin', action: 'Users.', outcome: 'refused' },
  ],
])('%s', (address, part) => {
  const view = { ...defaultView, ...part };
  expect(addressOf(view)).toBe(address);
  expect(readView(queryOf(address))).toEqual(view);
});

test('invalid parts of a URL are ignored', () => {
  expect(readView(new URLSearchParams('range=ages&from=yesterday&to=2026-13-45&outcome=perhaps'))).toEqual(defaultView);
  expect(readOpen(new URLSearchParams('event=1&at=2026-11-21'))).toBeUndefined();
  expect(readOpen(new URLSearchParams('event=0b8f2f5c-6a6e-4f36-9d30-000000000000&at=never'))).toBeUndefined();
});

test('a name in a URL is the one that is looked for, however it was pasted', () => {
  const query = new URLSearchParams({ actor: '\u200Bsysadmin ', target: 'Ann <ann@x.example>', ip: ' 10.0.0.1\u00A0' });
  expect(readView(query)).toEqual({ ...defaultView, actor: 'sysadmin', target: 'ann@x.example', ip: '10.0.0.1' });
});

test('the URL of an open event has its time and keeps the filters', () => {
  const open = { eventId: '0b8f2f5c-6a6e-4f36-9d30-000000000000', at: '2026-11-21T10:00:00.123Z' };
  const query = queryOf(addressOf({ ...defaultView, target: 'a & b' }, open));
  expect(readOpen(query)).toEqual(open);
  expect(readView(query)).toEqual({ ...defaultView, target: 'a & b' });
});

test('presets are whole local days, today included, without an end', () => {
  expect(reportArgs({ ...defaultView, range: 'today' }, now)).toEqual({ from: localMidnight('2026-11-21') });
  expect(reportArgs(defaultView, now)).toEqual({ from: localMidnight('2026-11-15') });
  expect(reportArgs({ ...defaultView, range: 'all', outcome: 'failure' }, now)).toEqual({ outcome: 'failure' });
});

test('the last chosen day is included', () => {
  const view: AuditView = { ...defaultView, range: 'days', from: '2026-10-24', to: '2026-10-31' };
  const args = reportArgs(view, now);
  expect(args).toEqual({ from: localMidnight('2026-10-24'), to: localMidnight('2026-11-01') });
  expect(Date.parse(args.to ?? '')).toBe(new Date(2026, 10, 1).getTime());
});

test('a range between two moments is asked for to the millisecond', () => {
  const [from, to] = ['2026-11-20T10:00:59.123Z', '2026-11-20T11:30Z'];
  const view = readView(new URLSearchParams({ from, to }));
  expect(view).toEqual({ ...defaultView, range: 'days', from, to });
  const args = reportArgs(view, now);
  expect([args.from, args.to].map((time) => Date.parse(time ?? ''))).toEqual([Date.parse(from), Date.parse(to)]);
});
