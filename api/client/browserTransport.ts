/** The transport of a real page: its fetch, its cookies, its clock, and whether anybody is at it. */
import type { Transport, WireInit } from './transport.ts';
import { xhrUpload } from './upload.ts';

function readCookie(cookies: string, name: string): string | undefined {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1));
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
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

/** As long as a slow line may take to bring the scripts; an older response is out of date. */
const MAX_PRELOAD_AGE_MS = 30_000;

/** Calls that boot.ts made before the bundle arrived. */
interface Preloaded {
  /** The cookie's when they were made: it belongs to a session, and another user may have logged in from another tab since. */
  readonly xsrfToken: string | undefined;
  readonly responses: Map<string, Promise<Response>>;
}

/** Each preloaded response is used once, and none after a call that changes something. */
function preloadedResponses(page: Window): (url: string, init: WireInit) => Promise<Response> | undefined {
  const { preloaded } = page as { readonly preloaded?: Preloaded };
  if (!preloaded) return () => undefined;
  const { xsrfToken, responses } = preloaded;
  return (url, { method, headers }) => {
    if (method !== 'GET' || headers['X-XSRF-TOKEN'] !== xsrfToken || performance.now() > MAX_PRELOAD_AGE_MS) responses.clear();
    const response = responses.get(url);
    responses.delete(url);
    return response;
  };
}

/** After this long without key or pointer, calls count as made by the page, not by a person. */
const USER_ACTIVE_MS = 60_000;

function watchUserActivity(page: Window): () => boolean {
  let last = Date.now();
  const seen = (): void => {
    last = Date.now();
  };
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'input']) {
    page.addEventListener(event, seen, { passive: true, capture: true });
  }
  return () => Date.now() - last < USER_ACTIVE_MS;
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

/** A page that was opened as a file has no server. */
function demandHttp({ location }: Window): void {
  if (!/^https?:$/.test(location.protocol)) throw new DOMException(`No calls over ${location.protocol}`, 'NotSupportedError');
}

export function browserTransport(page: Window & typeof globalThis = window): Transport {
  const preloaded = preloadedResponses(page);
  return {
    baseUrl: '',
    fetch: async (url, init) => {
      demandHttp(page);
      return preloaded(url, init) ?? page.fetch(url, init);
    },
    upload: async (url, init, onProgress) => {
      demandHttp(page);
      return xhrUpload(url, init, onProgress);
    },
    cookie: (name) => {
      try {
        return readCookie(page.document.cookie, name);
      } catch {
        // Blocked cookies throw; the server then refuses with a reason the person can read.
        return undefined;
      }
    },
    language: () => page.document.documentElement.lang || undefined,
    isUserActive: watchUserActivity(page),
    wait,
    save: (fileName, content) => {
      saveFile(page, fileName, content);
    },
  };
}
