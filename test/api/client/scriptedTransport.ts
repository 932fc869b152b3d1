/** Transport whose replies the test provides, for faults that a real server cannot produce; records every call. */
import type { Progress, Transport, WireInit, WireReply } from '@api/client/transport.ts';

export interface Received {
  readonly method: string;
  /** Path and query, from `/api` on. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

export interface Reply {
  readonly status?: number;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Replies to a call; throws to simulate a network error. */
export type Answer = (call: Received, nth: number) => Reply | Promise<Reply>;

export interface ScriptedTransport {
  readonly transport: Transport;
  readonly received: readonly Received[];
  /** Milliseconds waited before each retry. */
  readonly pauses: readonly number[];
  readonly saved: readonly { readonly fileName: string; readonly content: Blob }[];
}

export const offline = (): never => {
  throw new TypeError('fetch failed');
};

/** Never replies; rejects when the call is aborted. */
export const neverAnswers = ({ signal }: Received): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(new DOMException('Aborted', 'AbortError'));
    });
  });

export const problem = (status: number, code: string, message = `${code} happened`): Reply => ({
  status,
  json: { message, code },
});

/** @param others overrides parts of the transport */
export function scripted(answer: Answer, others: Partial<Transport> = {}): ScriptedTransport {
  const received: Received[] = [];
  const pauses: number[] = [];
  const saved: { fileName: string; content: Blob }[] = [];
  const send = async (url: string, { method, headers, body, signal }: WireInit): Promise<WireReply> => {
    const call = { method, url, headers, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : body, signal };
    received.push(call);
    const {
      status = 200,
      json,
      text = json === undefined ? '' : JSON.stringify(json),
      headers: replied = {},
    } = await answer(call, received.length);
    const response = new Response(status === 204 ? null : text, { status, headers: replied });
    return response;
  };
  return {
    received,
    pauses,
    saved,
    transport: {
      baseUrl: '',
      fetch: send,
      upload: (url, init, onProgress: (progress: Progress) => void) => {
        onProgress({ done: 1, total: 2 });
        return send(url, init);
      },
      cookies: () => [],
      language: () => undefined,
      isUserActive: () => true,
      wait: (ms) => {
        pauses.push(ms);
        return Promise.resolve();
      },
      save: (fileName, content) => {
        saved.push({ fileName, content });
      },
      ...others,
    },
  };
}
