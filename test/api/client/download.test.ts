/** Downloads: streamed, with progress, cancellable, and with problems shown to the user. */
import { downloadAuditReport } from '@api/client/audit.api.ts';
import { callFailed, confirmIdentityRequired, identityConfirmed } from '@api/client/sessionEvents.ts';
import { fileNameIn } from '@api/client/download.ts';
import { downloadUsersPage } from '@api/client/users.api.ts';
import { clientStore } from './clientStore.ts';
import { type Answer, problem, scripted, neverAnswers } from './scriptedTransport.ts';

function setup(answer: Answer) {
  const wire = scripted(answer);
  return { ...wire, store: clientStore(wire.transport) };
}

const csv = {
  text: 'userName\nsomeone\n',
  headers: { 'Content-Disposition': 'attachment; filename="users.csv"', 'Content-Type': 'text/csv' },
};

test('the file has the name the server gives it, and its bytes', async () => {
  const { store, saved, received } = setup(() => csv);
  const progress: number[] = [];
  const result = await store.dispatch(
    downloadUsersPage({ filter: 'locked' }, { fileName: 'x.csv', onChunk: (_piece, bytes) => progress.push(bytes) }),
  );
  expect(result).toEqual({ ok: true, fileName: 'users.csv', bytes: 17 });
  expect(received[0]?.url).toBe('/api/Users/Page?filter=locked&format=csv');
  expect(progress.at(-1)).toBe(17);
  expect(saved).toHaveLength(1);
  expect(saved[0]?.content.size).toBe(17);
});

test('a problem is returned and nothing is saved', async () => {
  const { store, saved } = setup(() => problem(403, 'Forbidden'));
  const result = await store.dispatch(downloadAuditReport({ format: 'csv' }, { fileName: 'audit.csv' }));
  expect(result).toMatchObject({ ok: false, problem: { status: 403 } });
  expect(store.actions.some(callFailed.match)).toBe(true);
  expect(saved).toHaveLength(0);
});

test('it can be cancelled', async () => {
  const { store, saved } = setup(neverAnswers);
  const stop = new AbortController();
  const running = store.dispatch(downloadAuditReport({ format: 'csv' }, { fileName: 'audit.csv', signal: stop.signal }));
  stop.abort();
  expect(await running).toEqual({ ok: false, problem: { kind: 'aborted' } });
  expect(saved).toHaveLength(0);
});

test('it waits for step-up as every call does', async () => {
  const { store, saved } = setup((_call, nth) => (nth === 1 ? problem(403, 'ConfirmIdentity') : csv));
  const running = store.dispatch(downloadAuditReport({ format: 'csv' }, { fileName: 'audit.csv' }));
  while (!store.actions.some(confirmIdentityRequired.match)) await Promise.resolve();
  store.dispatch(identityConfirmed());
  expect(await running).toMatchObject({ ok: true });
  expect(saved).toHaveLength(1);
});

test.each([
  [null, undefined],
  ['attachment', undefined],
  ['attachment; filename=plain.csv', 'plain.csv'],
  ['attachment; filename="with space.csv"', 'with space.csv'],
  ['attachment; filename="fallback.csv"; filename*=UTF-8\'\'%C3%9Cbersicht.csv', 'Übersicht.csv'],
  ['attachment; filename="fallback.csv"; filename*=UTF-8\'\'100%.csv', 'fallback.csv'],
  ["attachment; filename*=UTF-8''100%.csv", undefined],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
])('the name in %p is %p', (header, name) => {
  expect(fileNameIn(header)).toBe(name);
});
