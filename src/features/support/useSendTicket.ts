/** Sends a ticket with its files: tells how far it is, and can be called off. */
import { useCallback, useRef, useState } from 'react';
import { seal } from '@api/client/secrets.ts';
import { useCreateTicketMutation, type Ticket } from '@api/client/support.api.ts';
import type { Progress } from '@api/client/transport.ts';

export type Sent =
  | { readonly kind: 'sent'; readonly ticketNumber: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: unknown };

export function useSendTicket() {
  const [create] = useCreateTicketMutation();
  const [progress, setProgress] = useState<Progress>();
  const running = useRef<() => void>(undefined);

  const send = useCallback(
    async (ticket: Pick<Ticket, 'body' | 'attachments'>): Promise<Sent> => {
      const cancelled = new AbortController();
      setProgress({ done: 0 });
      const call = create(seal<Ticket>({ ...ticket, onUploadProgress: setProgress }));
      running.current = () => {
        cancelled.abort();
        call.abort();
      };
      const { data, error } = await call;
      setProgress(undefined);
      if (data) return { kind: 'sent', ticketNumber: data.ticketNumber };
      return cancelled.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', error };
    },
    [create],
  );
  const cancel = useCallback(() => {
    running.current?.();
  }, []);
  return { send, cancel, progress };
}
