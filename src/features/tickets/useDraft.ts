/** An unsent answer or note to a ticket: kept until it is sent, the user logs out or the tab is closed. */
import { useCallback } from 'react';
import { newUuid } from '@api/client/newUuid.ts';
import { readDraft, writeDraft } from '@src/browser/tabDrafts.ts';
import { useSessionUser } from '@src/session/useOwnAccount.ts';

interface Draft {
  readonly text: string;
  /** The same key for the same text: sent again after a lost answer, it is one mail. */
  readonly idempotencyKey: string;
}

function parse(stored: string | null): Draft | undefined {
  if (stored === null) return undefined;
  const [idempotencyKey = '', ...lines] = stored.split('\n');
  return { idempotencyKey, text: lines.join('\n') };
}

export function useDraft(ticketNumber: string) {
  const userId = useSessionUser()?.userId ?? '';
  const name = `ticket:${ticketNumber}`;
  const read = useCallback(() => parse(readDraft(userId, name)), [userId, name]);
  const write = useCallback(
    (text: string) => {
      if (text === '') writeDraft(userId, name, null);
      else if (read()?.text !== text) writeDraft(userId, name, `${newUuid()}\n${text}`);
    },
    [read, userId, name],
  );
  const keyOf = (text: string): string => {
    write(text);
    return read()?.idempotencyKey ?? newUuid();
  };
  /** Removes it, also where its form has gone meanwhile; what was typed since is kept. */
  const sent = (text: string): void => {
    if (read()?.text === text) write('');
  };
  return { text: read()?.text ?? '', write, keyOf, sent };
}
