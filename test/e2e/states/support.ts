/** The support form, from empty to its ticket number. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle } from 'puppeteer';
import type { State, Visit } from './visit.ts';

const message = {
  Username: 'ordinary',
  Email: 'ordinary@example.com',
  CaseIdOrPortfolioName: 'HM-2026-1144',
  IssueDescription: 'Since this morning the list of claims stays empty after logging in.\nYesterday it was there.',
};

async function openForm(visit: Visit): Promise<void> {
  await visit.open('/ContactSupport');
  await visit.waitForVisible('[name="IssueDescription"]');
}

async function fillForm(visit: Visit): Promise<void> {
  await openForm(visit);
  await visit.fill(message);
}

async function attach({ page, fixtures }: Visit, ...names: readonly string[]): Promise<void> {
  const folder = await fixtures.once('attachments', () => mkdtemp(join(tmpdir(), 'gatehouse-pictures-')));
  const paths = names.map((name) => join(folder, name));
  for (const path of paths)
    await writeFile(
      path,
      path.endsWith('.txt') ? 'What I saw\n'.repeat(2_000) : Buffer.alloc(1_200_000, Buffer.from('89504e470d0a1a0a', 'hex')),
    );
  const picker = (await page.$('input[type="file"]')) as ElementHandle<HTMLInputElement>;
  await picker.uploadFile(...paths);
}

export const supportStates: readonly State[] = [
  { name: 'support', reach: openForm },
  {
    name: 'support-errors',
    async reach(visit) {
      await openForm(visit);
      await visit.fill({ Email: 'ordinary at example' });
      await visit.submit();
      await visit.waitForVisible('[id$="-error"]');
    },
  },
  {
    name: 'support-attachments',
    async reach(visit) {
      await fillForm(visit);
      await attach(visit, 'the-empty-list-as-i-saw-it-on-saturday-morning.png', 'notes.txt');
      await attach(visit, 'installer.exe');
      await visit.waitForVisible('main li button');
      await visit.waitForVisible('main ::-p-text(installer.exe)');
      await visit.press('support:technical.summary');
      await visit.waitForVisible('main details dl');
    },
  },
  {
    name: 'support-sending',
    async reach(visit) {
      await fillForm(visit);
      await attach(visit, 'notes.txt');
      await visit.stubApi('/api/Support/CreateTicket', 'no answer');
      await visit.submit();
      await visit.waitForVisible('form progress');
    },
  },
  {
    name: 'support-send-failed',
    expectedErrors: /503/,
    async reach(visit) {
      await fillForm(visit);
      await attach(visit, 'notes.txt');
      await visit.stubApi('/api/Support/CreateTicket', 'failure');
      await visit.submit();
      await visit.waitForVisible('[role="alert"]');
    },
  },
  {
    name: 'support-sent',
    async reach(visit) {
      await fillForm(visit);
      await visit.submit();
      await visit.heading('support:sent.heading');
    },
  },
  {
    name: 'support-unavailable',
    fails: '/api/Support/FormConfiguration',
    at: '/ContactSupport',
    shows: '[role="alert"]',
  },
  { name: 'support-signed-in', as: 'ordinary', at: '/ContactSupport?about=authenticator', shows: '[name="IssueDescription"]' },
];
