/** Transport of a real page: fetch, cookies, timers, user activity. */
import type { Progress, Transport, WireInit, WireReply } from './transport.ts';

const readCookies = (cookies: string, name: string): string[] =>
  cookies
    .split('; ')
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => decoded(cookie.slice(name.length + 1)));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not ours.
    return text;
  }
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    if (signal.aborted) finish();
    else signal.addEventListener('abort', finish);
  });

/** Time a slow connection may need to load the scripts; older responses are discarded. */
const MAX_PRELOAD_AGE_MS = 30_000;

/** Requests that boot.ts sent before the bundle arrived. */
interface Preloaded {
  /** XSRF cookie at that time. It belongs to a session; another user may have logged in from another tab since. */
  readonly xsrfToken: string | undefined;
  readonly responses: Map<string, Promise<Response>>;
}

/** Whether an answer from this path on is there, or on its way, since before the bundle. */
export const isPreloaded = (path: string, page: Window = window): boolean =>
  [...((page as { readonly preloaded?: Preloaded }).preloaded?.responses.keys() ?? [])].some((url) => url.startsWith(path));

/** Each preloaded response is used once, and none after a request that changes state. */
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

/** After this long without input, requests count as background requests (`X-Background`). */
const USER_ACTIVE_MS = 60_000;

function watchUserActivity(page: Window): () => boolean {
  let lastInputAt = Date.now();
  const recordInput = (): void => {
    lastInputAt = Date.now();
  };
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'input']) {
    page.addEventListener(event, recordInput, { passive: true, capture: true });
  }
  return () => Date.now() - lastInputAt < USER_ACTIVE_MS;
}

function saveFile(page: Window, fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = page.document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser holds the blob once the click event is over.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 0);
}

/** A page opened from a file has no server. */
function assertHttp({ location }: Window): void {
  if (!/^https?:$/.test(location.protocol)) throw new DOMException(`No calls over ${location.protocol}`, 'NotSupportedError');
}

export function browserTransport(page: Window & typeof globalThis = window): Transport {
  const preloaded = preloadedResponses(page);
  return {
    baseUrl: '',
    fetch: async (url, init) => {
      assertHttp(page);
      return preloaded(url, init) ?? page.fetch(url, init);
    },
    upload: async (url, init, onProgress) => {
      assertHttp(page);
      return xhrUpload(url, init, onProgress);
    },
    cookies: (name) => {
      try {
        return readCookies(page.document.cookie, name);
      } catch {
        // Access throws when cookies are blocked; the server then refuses with a readable reason.
        return [];
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

/**
 * Sends a body by XMLHttpRequest, for uploads only: `fetch` reports no upload progress.
 * Like `fetch`, it rejects with a `TypeError` when there is no response and with an `AbortError` when `init.signal` aborts.
 */
const xhrUpload = (url: string, init: WireInit, onProgress: (progress: Progress) => void): Promise<WireReply> =>
  new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(init.method, url);
    for (const [name, value] of Object.entries(init.headers)) xhr.setRequestHeader(name, value);
    const abort = (): void => {
      xhr.abort();
    };
    xhr.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      onProgress(lengthComputable ? { done: loaded, total } : { done: loaded });
    };
    xhr.onload = () => {
      resolve({
        status: xhr.status,
        headers: { get: (name) => xhr.getResponseHeader(name) },
        body: null,
        text: () => Promise.resolve(xhr.responseText),
      });
    };
    xhr.onerror = () => {
      reject(new TypeError('Network request failed'));
    };
    xhr.onabort = () => {
      reject(new DOMException('The upload was aborted', 'AbortError'));
    };
    xhr.onloadend = () => {
      init.signal.removeEventListener('abort', abort);
    };
    if (init.signal.aborted) {
      reject(new DOMException('The upload was aborted', 'AbortError'));
      return;
    }
    init.signal.addEventListener('abort', abort);
    xhr.send(init.body ?? null);
  });
