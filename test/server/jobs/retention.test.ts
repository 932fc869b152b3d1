/** The data that anonymous callers may send is limited for all of them together. */
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { TRUST_PROXY: '1', LIMIT_ANONYMOUS_TICKETS: '3', LIMIT_ANONYMOUS_UPLOAD_BYTES: '5000' } });

async function send(client: Client, bytes: number, address: string): Promise<number> {
  const form = new FormData();
  const fields = { Email: 'a@example.com', IssueDescription: 'It does not work', Urgency: 'Low' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (bytes > 0) form.append('attachments', new Blob(['x'.repeat(bytes)], { type: 'text/plain' }), 'a.txt');
  const { status } = await client.raw('/api/Support/CreateTicket', {
    method: 'POST',
    body: form,
    headers: { 'x-forwarded-for': address },
  });
  return status;
}

test('callers who are not logged in share one limit, whatever their address; logged-in callers do not', async () => {
  const anonymous = createClient(site);
  await anonymous.raw('/api/Login/Login');
  const statuses: number[] = [];
  for (const [index, bytes] of [3000, 3000, 0, 0].entries())
    statuses.push(await send(anonymous, bytes, `203.0.113.${String(index)}`));
  expect(statuses).toEqual([201, 429, 201, 429]);
  expect(await send(await logInAs(site, 'ordinary'), 4000, '203.0.113.9')).toBe(201);
});
