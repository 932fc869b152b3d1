/** Sends a ticket with its files, with progress and cancel. */
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
  const cancelRunning = useRef<() => void>(undefined);

  const send = useCallback(
    async (ticket: Pick<Ticket, 'body' | 'attachments'>): Promise<Sent> => {
      const cancellation = new AbortController();
      setProgress({ done: 0 });
      const call = create(seal<Ticket>({ ...ticket, onUploadProgress: setProgress }));
      cancelRunning.current = () => {
        cancellation.abort();
        call.abort();
      };
      const { data, error } = await call;
      setProgress(undefined);
      if (data) return { kind: 'sent', ticketNumber: data.ticketNumber };
      return cancellation.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', error };
    },
    [create],
  );
  const cancel = useCallback(() => {
    cancelRunning.current?.();
  }, []);
  return { send, cancel, progress };
}
