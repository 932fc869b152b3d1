/** Creating a support ticket with files, on the real server. */
import { randomUUID } from 'node:crypto';
import { browserTransport } from '@api/client/browserTransport.ts';
import { seal } from '@api/client/secrets.ts';
import { supportApi } from '@api/client/support.api.ts';
import type { Progress } from '@api/client/transport.ts';
import { useServer } from '../../support/useServer.ts';
import { visit } from '../../support/visit.ts';
import { clientStore } from './clientStore.ts';

const site = useServer();

const body = { Email: 'someone@example.com', IssueDescription: 'It broke', Urgency: 'Normal' } as const;
const send = (attachments: File[], onUploadProgress: (progress: Progress) => void = () => undefined) =>
  supportApi.endpoints.createTicket.initiate(seal({ body, attachments, idempotencyKey: randomUUID(), onUploadProgress }));

test('is sent with progress, and answered with its number', async () => {
  visit(site);
  const store = clientStore(browserTransport());
  const progress: Progress[] = [];
  const log = new File(['a line of a log\n'.repeat(5000)], 'log.txt', { type: 'text/plain' });
  const { data, error } = await store.dispatch(send([log, log], (at) => progress.push(at)));
  expect(error).toBeUndefined();
  expect(data?.ticketNumber).toEqual(expect.any(String));
  expect(progress.at(-1)?.done).toBeGreaterThan(2 * log.size);
});

test('with a file of the wrong kind is refused, and says so', async () => {
  visit(site);
  const store = clientStore(browserTransport());
  const { error } = await store.dispatch(send([new File(['MZ\u0090\u0000'], 'tool.exe')]));
  expect(error).toMatchObject({ kind: 'problem', status: 415, body: { code: 'FileTypeRefused' } });
});
