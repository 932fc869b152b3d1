/** Joiners: creates the account of a user whom a directory sends, with its event, in one transaction. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';
import { scimSource } from '../source.ts';
import { join } from '../../accounts/account.ts';
import type { Author } from '../../accounts/author.ts';
import { audit, authorOf, type Directory } from '../protocol/directory.ts';
import { loginNames, type Sent } from './person.ts';
import { selectScimUsers, type ScimUserRow } from './rows.ts';

/** The account has no password, and no mail is sent: users choose a password by "Forgotten password". */
export async function insertUser(tx: Transaction, directory: Directory, sent: Sent): Promise<ScimUserRow> {
  const row = await insertRows(tx, { ...directory, author: authorOf(directory), emailProvenAt: null }, sent);
  await audit(tx, directory, 'CreateUser', {
    target: row.login_name,
    targetUserId: row.user_id,
    details: { email: sent.columns.email, enabled: sent.active ?? true },
  });
  return row;
}

interface Joining extends Pick<Directory, 'organisationId' | 'house' | 'now'> {
  readonly author: Author;
  readonly emailProvenAt: Date | null;
  readonly madeAtLogin?: boolean;
}

export async function insertRows(
  tx: Transaction,
  { organisationId, house, author, emailProvenAt, madeAtLogin = false, now }: Joining,
  sent: Sent,
): Promise<ScimUserRow> {
  const userId = randomUUID();
  const loginName = await freeLoginName(tx, sent.userName);
  const active = sent.active ?? true;
  await join(tx, author, {
    user_id: userId,
    user_name: loginName,
    ...sent.columns,
    email_proven_at: emailProvenAt,
    organisation_id: organisationId,
    house,
    enabled: active,
    external_source: scimSource(organisationId),
    external_id: sent.externalId ?? null,
    registered_at: now,
    created_at: now,
  });
  await tx
    .insertInto('scim_users')
    .values({
      user_id: userId,
      organisation_id: organisationId,
      user_name: sent.userName,
      active,
      attributes: JSON.stringify(sent.attributes),
      made_at_login: madeAtLogin,
      created_at: now,
      changed_at: now,
    })
    .execute();
  return selectScimUsers(tx, organisationId).where('s.user_id', '=', userId).executeTakeFirstOrThrow();
}

async function freeLoginName(tx: Transaction, userName: string): Promise<string> {
  const names = loginNames(userName, randomBytes(4).toString('hex'));
  const taken = await tx.selectFrom('users').select('user_name_key').where('user_name_key', 'in', names).execute();
  const keys = taken.map((row) => row.user_name_key);
  return names.find((name) => !keys.includes(name)) ?? `user_${randomBytes(8).toString('hex')}`;
}
