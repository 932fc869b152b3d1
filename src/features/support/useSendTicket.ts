/** Sends a ticket with its files, with progress and cancel. */
import { useCallback, useRef, useState } from 'react';
import { seal } from '@api/client/secrets.ts';
import { useCreateTicketMutation, type Ticket } from '@api/client/support.api.ts';
import type { Progress } from '@api/client/transport.ts';
import { newUuid } from '@api/client/newUuid.ts';

type Sent =
  | { readonly kind: 'sent'; readonly ticketNumber: string }
  /** `wasComplete`: everything had been sent, and only the answer was not waited for. */
  | { readonly kind: 'cancelled'; readonly wasComplete: boolean }
  | { readonly kind: 'failed'; readonly error: unknown };

type Content = Pick<Ticket, 'body' | 'attachments'>;

/** Compares two tickets without the reCAPTCHA token, which is another one at each attempt. */
const isSame = (one: Content, other: Content): boolean =>
  textOf(one) === textOf(other) &&
  one.attachments.length === other.attachments.length &&
  one.attachments.every((file, index) => file === other.attachments[index]);

const textOf = ({ body }: Content): string => JSON.stringify({ ...body, RecaptchaToken: undefined });

/** Gives the same key for the same content: sent again after a lost answer or a late cancel, it is one ticket. */
function useIdempotencyKey(): (content: Content) => string {
  const last = useRef<Content & { readonly key: string }>(undefined);
  return useCallback((content) => {
    if (!last.current || !isSame(last.current, content)) last.current = { ...content, key: newUuid() };
    return last.current.key;
  }, []);
}

export function useSendTicket() {
  const [create] = useCreateTicketMutation();
  const [progress, setProgress] = useState<Progress>();
  const cancelRunning = useRef<() => void>(undefined);
  const keyOf = useIdempotencyKey();

  const send = useCallback(
    async (ticket: Content): Promise<Sent> => {
      const cancellation = new AbortController();
      let wasComplete = false;
      const onUploadProgress = (sent: Progress) => {
        wasComplete = sent.done === sent.total;
        setProgress(sent);
      };
      setProgress({ done: 0 });
      const call = create(seal<Ticket>({ ...ticket, idempotencyKey: keyOf(ticket), onUploadProgress }));
      cancelRunning.current = () => {
        cancellation.abort();
        call.abort();
      };
      const { data, error } = await call;
      setProgress(undefined);
      if (data) return { kind: 'sent', ticketNumber: data.ticketNumber };
      return cancellation.signal.aborted ? { kind: 'cancelled', wasComplete } : { kind: 'failed', error };
    },
    [create, keyOf],
  );
  const cancel = useCallback(() => {
    cancelRunning.current?.();
  }, []);
  return { send, cancel, progress };
}
