/** What the client needs of the world outside: a way to fetch, cookies, a clock to wait by. Handed to the store, so that tests bring their own. */
/** The part of a `Response` that the client reads. */
export interface WireReply {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: ReadableStream<Uint8Array> | null;
  text(): Promise<string>;
}

export interface WireInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string | FormData;
  readonly credentials: 'same-origin';
  readonly signal: AbortSignal;
}

export interface Progress {
  readonly done: number;
  /** Bytes; absent while the other side does not say. */
  readonly total?: number;
}

export interface Transport {
  /** What `/api` stands on: empty for the page's own origin. Every call goes there and nowhere else. */
  readonly baseUrl: string;
  readonly fetch: (url: string, init: WireInit) => Promise<WireReply>;
  /** As `fetch`, telling how much of the body is gone. */
  readonly upload: (url: string, init: WireInit, onProgress: (progress: Progress) => void) => Promise<WireReply>;
  readonly cookie: (name: string) => string | undefined;
  /** Language the person reads, which the server answers in. */
  readonly language: () => string | undefined;
  /** Whether a person is at work. Calls made while nobody is there do not keep the session alive. */
  readonly isUserActive: () => boolean;
  /** Resolves after `ms`, or at once when `signal` aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Hands a finished download to the person. */
  readonly save: (fileName: string, content: Blob) => void;
}
