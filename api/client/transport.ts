/** What the client needs of the world outside: a way to fetch, cookies, a clock to wait by. Handed to the store, so that tests bring their own. */
import { xhrUpload } from './upload.ts';

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
  readonly attended: () => boolean;
  /** Resolves after `ms`, or at once when `signal` aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Hands a finished download to the person. */
  readonly save: (fileName: string, content: Blob) => void;
}

export function readCookie(cookies: string, name: string): string | undefined {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1));
}

export const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal.aborted) done();
    else signal.addEventListener('abort', done);
  });

/** After this long without key or pointer, calls count as made by the page, not by a person. */
const ATTENDED_MS = 60_000;

function watchAttendance(page: Window): () => boolean {
  let last = Date.now();
  const seen = (): void => {
    last = Date.now();
  };
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'input']) {
    page.addEventListener(event, seen, { passive: true, capture: true });
  }
  return () => Date.now() - last < ATTENDED_MS;
}

function saveFile(page: Window, fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = page.document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has taken hold of the content once the click is over.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 0);
}

/** The transport of a real page. */
export function browserTransport(page: Window & typeof globalThis = window): Transport {
  return {
    baseUrl: '',
    fetch: (url, init) => page.fetch(url, init),
    upload: xhrUpload,
    cookie: (name) => {
      try {
        return readCookie(page.document.cookie, name);
      } catch {
        // Blocked cookies throw; the server then refuses with a reason the person can read.
        return undefined;
      }
    },
    language: () => page.document.documentElement.lang || undefined,
    attended: watchAttendance(page),
    wait,
    save: (fileName, content) => {
      saveFile(page, fileName, content);
    },
  };
}
