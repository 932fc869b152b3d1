/**
 * Requests for a recovery link or for user names. Only the mail tells whether the account exists: the response, and the
 * statements run for it, are the same (user enumeration by timing).
 */
import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { nameKey } from '../db/names.ts';
import { voidLinks } from '../session/links.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { CallOf } from '../http/call.ts';
import { countForAddress, countHits, limitOf } from '../http/throttle.ts';
import { mailedLink } from '../encryption/storedSecrets.ts';
import { queueMail } from '../mail/queue.ts';
import { createPasswordLink } from '../password/passwordLink.ts';
import { startPath, type RequiredProvider } from '../session/providerRule.ts';
import { sha256 } from '../session/tokens.ts';
import { unknownName } from '../session/unknownName.ts';
import { findRecoverable, type Recoverable } from './repository.ts';

type Request = CallOf<'Login.ForgotPassword'> | CallOf<'Login.ForgotUsername'>;

export function recoveryRequests(context: Context) {
  const { config, db } = context;

  async function mailLink(tx: Transaction, call: Request, account: Recoverable): Promise<void> {
    const { provider, user_id: userId, user_name: userName } = account;
    if (provider) {
      // A new password would be refused like a wrong one. As many statements as for a link.
      await voidLinks(tx, userId, 'recovery', call.now);
      await runEquivalent(tx, links.statements - 2, call.now);
      const { name: connection, organisation } = provider;
      const data = { link: startOf(provider), userName, connection, organisation };
      return queueMail(tx, recipient(call, account), 'logInWithProvider', data, call.now);
    }
    const link = await createPasswordLink(context, tx, userId, call.now);
    return queueMail(tx, recipient(call, account), 'recoveryLink', { ...link, userName }, call.now);
  }

  async function mailUserNames(tx: Transaction, call: Request, account: Recoverable): Promise<void> {
    const { provider, user_name: userName } = account;
    if (provider) {
      const { name: connection, organisation } = provider;
      const data = { link: startOf(provider), userName, connection, organisation };
      return queueMail(tx, recipient(call, account), 'userNameWithProvider', data, call.now);
    }
    const link = mailedLink(context.keyring, new URL('/Login', context.publicUrl()).href);
    return queueMail(tx, recipient(call, account), 'userNames', { link, userNames: [userName] }, call.now);
  }

  const startOf = ({ connectionId }: RequiredProvider) =>
    mailedLink(context.keyring, new URL(startPath(connectionId), context.publicUrl()).href);

  return async function answer(call: Request): Promise<{ accepted: true }> {
    await countForAddress(context, 'LIMIT_RECOVERY_PER_ADDRESS', call);
    const kind = call.name === 'Login.ForgotPassword' ? links : userNames;
    const name = call.name === 'Login.ForgotPassword' ? call.body.userNameOrEmail : call.body.email;
    const mail = call.name === 'Login.ForgotPassword' ? mailLink : mailUserNames;
    await transaction(db, async (tx) => {
      const account = await findRecoverable(tx, name, call.now);
      const mails = limitOf(config, 'LIMIT_RECOVERY_MAILS', `${kind.bucket}:${account?.user_id ?? unknownKey(name)}`);
      const { hits } = await countHits(tx, mails.bucket, mails.windowMs, call.now, 1);
      const mailed = account !== undefined && hits <= mails.limit;
      await (mailed ? mail(tx, call, account) : runEquivalent(tx, kind.statements, call.now));
      await appendAuditEvent(tx, call.origin, {
        action: call.name,
        target: account?.user_name ?? unknownName(context.secret, name),
        targetUserId: account?.user_id,
        organisationId: account?.organisation_id ?? null,
        details: { mailed },
      });
    });
    return { accepted: true };
  };
}

const links = { bucket: 'recoveryLinks', statements: 3 };
const userNames = { bucket: 'recoveryNames', statements: 1 };

/** Runs as many statements as a mail takes, so that the response time does not reveal the account. */
async function runEquivalent(tx: Transaction, statements: number, now: Date): Promise<void> {
  const nobody = randomUUID();
  for (let done = 0; done < statements; done += 1) await voidLinks(tx, nobody, 'recovery', now);
}

const unknownKey = (name: string): string => sha256(nameKey(name)).toString('base64url');

/** The recipient's language is the account's, or, if unknown, the requesting browser's. */
const recipient = (call: Request, account: Recoverable) => ({ email: account.email, locale: account.locale ?? call.locale });
