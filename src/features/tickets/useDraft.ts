/** An unsent answer or note to a ticket is kept while the page is open, so that a look at another ticket loses nothing. */
import { useCallback } from 'react';
import { newUuid } from '@api/client/newUuid.ts';

interface Draft {
  readonly text: string;
  /** The same key for the same text: sent again after a lost answer, it is one mail. */
  readonly idempotencyKey: string;
}

/** Drafts by ticket number. */
export type Drafts = Map<string, Draft>;

export function useDraft(drafts: Drafts, ticketNumber: string) {
  const write = useCallback(
    (text: string) => {
      if (text === '') drafts.delete(ticketNumber);
      else if (drafts.get(ticketNumber)?.text !== text) drafts.set(ticketNumber, { text, idempotencyKey: newUuid() });
    },
    [drafts, ticketNumber],
  );
  const keyOf = (text: string): string => {
    write(text);
    return drafts.get(ticketNumber)?.idempotencyKey ?? newUuid();
  };
  return { text: drafts.get(ticketNumber)?.text ?? '', write, keyOf };
}
