/** The secret shared by all processes of an installation, created at first start; signs the CSRF tokens. */
import { createHmac } from 'node:crypto';
import { randomToken, sameText } from './tokens.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { SERVER_SECRET_CONTEXT } from '../encryption/storedSecrets.ts';
import type { Db } from '../db/database.ts';

export interface ServerSecret {
  sign(purpose: string, value: string): string;
  verify(purpose: string, value: string, signature: string): boolean;
}

export async function loadSecret(db: Db, keyring: Keyring): Promise<ServerSecret> {
  await db
    .insertInto('settings')
    .values({ key: 'secret', value: keyring.encrypt(SERVER_SECRET_CONTEXT, randomToken()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db.selectFrom('settings').select('value').where('key', '=', 'secret').executeTakeFirstOrThrow();
  const secret = await keyring.decrypt(db, SERVER_SECRET_CONTEXT, value);
  const sign = (purpose: string, value: string) =>
    createHmac('sha256', secret).update(`${purpose}\0${value}`).digest('base64url');
  return { sign, verify: (purpose, value, signature) => sameText(sign(purpose, value), signature) };
}
