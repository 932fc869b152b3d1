/** An unsent answer or note to a ticket is kept while the page is open, so that a look at another ticket loses nothing. */
import { useState } from 'react';
import { newUuid } from '@api/client/newUuid.ts';

interface Draft {
  readonly text: string;
  /** The same key for the same text: sent again after a lost answer, it is one mail. */
  readonly idempotencyKey: string;
}

/** Drafts by ticket number. */
export type Drafts = Map<string, Draft>;

export function useDraft(drafts: Drafts, ticketNumber: string) {
  const [draft, setDraft] = useState<Draft>(() => drafts.get(ticketNumber) ?? { text: '', idempotencyKey: newUuid() });
  const write = (text: string) => {
    const next = { text, idempotencyKey: newUuid() };
    setDraft(next);
    if (text === '') drafts.delete(ticketNumber);
    else drafts.set(ticketNumber, next);
  };
  return { ...draft, write };
}
