/** Gives stored addresses the one form that new ones have: for rows of a database or a backup from before. */
import { mailbox } from './mailbox.ts';

type Run = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/** An account whose other spelling is taken keeps its own: two accounts cannot be made one here. */
export async function spellMailboxes(run: Run): Promise<void> {
  const rows = await run<{ user_id: string; email: string }>(
    `SELECT user_id, email FROM users WHERE email ~ '[^ -~]' OR email ~* '@(.*[.])?xn--' ORDER BY created_at`,
  );
  for (const { user_id: userId, email } of rows)
    if (mailbox(email) !== email)
      await run(
        `UPDATE users SET email = $2 WHERE user_id = $1
          AND NOT EXISTS (SELECT FROM users u WHERE u.email_key = lower(normalize($2, NFKC)) AND u.user_id <> $1)`,
        [userId, mailbox(email)],
      );
}
