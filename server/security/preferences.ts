/** A user's own preferences: mails and font size. */
import type { FontSize, EmailPreferences } from '../../api/contract/users.shapes.ts';
import type { z } from 'zod';
import { transaction, type Db, type Transaction } from '../db/database.ts';
import { setPreferences } from '../accounts/preferences.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { CallOf } from '../http/call.ts';

type Size = z.infer<typeof FontSize>;

/** Security alerts can't be switched off, so they are not stored. */
export async function readEmailPreferences(db: Db, userId: string): Promise<EmailPreferences> {
  const row = await db
    .selectFrom('users')
    .select(['audit_digest', 'product_news'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { securityAlerts: true, auditDigest: row.audit_digest, productNews: row.product_news };
}

export async function setEmailPreferences(db: Db, call: CallOf<'Users.SetEmailPreferences'>): Promise<EmailPreferences> {
  const { auditDigest, productNews } = call.body;
  await transaction(db, async (tx) => {
    if (await setPreferences(tx, call.person.userId, { audit_digest: auditDigest, product_news: productNews }))
      await recordOwn(tx, call, { auditDigest, productNews });
  });
  return call.body;
}

export async function readFontSize(db: Db, userId: string): Promise<Size> {
  const row = await db.selectFrom('users').select('ui_font_size').where('user_id', '=', userId).executeTakeFirstOrThrow();
  return row.ui_font_size;
}

export async function setFontSize(db: Db, call: CallOf<'Users.SetFontSize'>): Promise<Size> {
  const { fontSize } = call.params;
  await transaction(db, async (tx) => {
    if (await setPreferences(tx, call.person.userId, { ui_font_size: fontSize })) await recordOwn(tx, call, { fontSize });
  });
  return fontSize;
}

type OwnCall = CallOf<'Users.SetEmailPreferences'> | CallOf<'Users.SetFontSize'>;

const recordOwn = (tx: Transaction, { name, person, origin }: OwnCall, details: Record<string, unknown>) =>
  appendAuditEvent(tx, origin, { action: name, target: person.userName, targetUserId: person.userId, details });
