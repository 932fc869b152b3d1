/** A transport whose download gets half of what the server sends, and then nothing until it is cut off. */
import type { Transport, WireReply } from '@api/client/transport.ts';

export interface Held {
  /** Part of the download's address. */
  readonly part: string;
  readonly saved: string[];
  state?: 'halfway' | 'cutOff';
}

export const heldHalfway =
  (held: Held) =>
  (own: Transport): Transport => ({
    ...own,
    save: (name) => void held.saved.push(name),
    fetch: async (url, init): Promise<WireReply> => {
      const reply = await own.fetch(url, init);
      if (!url.includes(held.part)) return reply;
      const bytes = new TextEncoder().encode(await reply.text());
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(bytes.subarray(0, bytes.length / 2));
          held.state = 'halfway';
          init.signal.addEventListener('abort', () => {
            held.state = 'cutOff';
            controller.error(init.signal.reason);
          });
        },
      });
      return { status: reply.status, headers: reply.headers, body, text: () => Promise.resolve('') };
    },
  });
