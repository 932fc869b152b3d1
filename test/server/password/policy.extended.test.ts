/** Stricter rules of new passwords, by configuration: a list of leaked ones, and NIST's rules. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { startServer } from '../../support/server.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-passwords-'));
  await writeFile(join(folder, 'leaked.txt'), 'Tangerine-raft-88\r\nzweiundvierzig-Möwen\n');
});
afterAll(() => rm(folder, { recursive: true }));

const nist = useServer({ env: { PASSWORD_RULES: 'nist' } });

const choose = async (site: Parameters<typeof logInAs>[0], userName: string, newPassword: string) =>
  (await logInAs(site, userName)).call('ChangeDetails.ChangePassword', {
    body: { currentPassword: DEMO_PASSWORD, newPassword, confirmPassword: newPassword },
  });

test('A password of PASSWORD_LIST_FILE is refused, whatever its capitals, and a missing file at start', async () => {
  const site = await startServer({ env: { PASSWORD_LIST_FILE: join(folder, 'leaked.txt') } });
  try {
    const { userName } = await unusedMember(site);
    for (const leaked of ['Tangerine-raft-88', 'TANGERINE-raft-88'])
      expect(await choose(site, userName, leaked)).toMatchObject({ status: 400, problem: { code: 'PasswordRefused' } });
    expect((await choose(site, userName, 'Tangerine-raft-89')).status).toBe(204);
  } finally {
    await site.stop();
  }
  await expect(startServer({ env: { PASSWORD_LIST_FILE: join(folder, 'missing.txt') } })).rejects.toThrow(/PASSWORD_LIST_FILE/);
});

test('With PASSWORD_RULES=nist fifteen characters of any kind are enough, and common words and names still refused', async () => {
  const { userName } = await unusedMember(nist);
  expect(await choose(nist, userName, 'short-One-7')).toMatchObject({ status: 400, problem: { code: 'Invalid' } });
  expect(await choose(nist, userName, 'gatehouse-gatehouse')).toMatchObject({ status: 400 });
  expect(await choose(nist, userName, 'rain on the harbour wall')).toMatchObject({ status: 204 });
});

test('With PASSWORD_STRENGTH=3 a password that is easily guessed is refused, and its field says what is required', async () => {
  const site = await startServer({ env: { PASSWORD_STRENGTH: '3' } });
  try {
    const { userName } = await unusedMember(site);
    const refused = await choose(site, userName, 'Moor7x');
    expect(refused).toMatchObject({
      status: 400,
      problem: { code: 'PasswordRefused', fields: { newPassword: expect.stringContaining('too easy to guess') as string } },
    });
    expect(await choose(site, userName, 'Rain on 1 harbour wall')).toMatchObject({ status: 204 });
  } finally {
    await site.stop();
  }
  await expect(startServer({ env: { PASSWORD_STRENGTH: '5' } })).rejects.toThrow(/PASSWORD_STRENGTH/);
});

test('Otherwise the five rules of SPEC.md stay what is accepted', async () => {
  const site = await startServer();
  try {
    const { userName } = await unusedMember(site);
    expect(await choose(site, userName, 'rain on the harbour wall')).toMatchObject({ status: 400 });
    expect(await choose(site, userName, 'Moor7x')).toMatchObject({ status: 204 });
  } finally {
    await site.stop();
  }
});
