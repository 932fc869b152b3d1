/** What the client needs of a browser: requests, cookies, waiting, and saving of files. Tests put their own in its place. */

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
  /** Bytes; absent while the size is unknown. */
  readonly total?: number;
}

export interface Transport {
  /** Prefix of `/api`: empty for the page's own origin. No request goes anywhere else. */
  readonly baseUrl: string;
  readonly fetch: (url: string, init: WireInit) => Promise<WireReply>;
  /** Like `fetch`, with upload progress. */
  readonly upload: (url: string, init: WireInit, onProgress: (progress: Progress) => void) => Promise<WireReply>;
  /** All cookies of a name; other applications may have set some of them, for a common domain or a longer path. */
  readonly cookies: (name: string) => readonly string[];
  /** Language of the page, sent as `Accept-Language`. */
  readonly language: () => string | undefined;
  /** Background requests, sent while the user is inactive, do not extend the session. */
  readonly isUserActive: () => boolean;
  /** Resolves after `ms`, or at once when `signal` aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Saves a finished download. */
  readonly save: (fileName: string, content: Blob) => void;
}
