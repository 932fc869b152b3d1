/** The transport of a real page: its fetch, its cookies, its clock, and whether anybody is at it. */
import type { Transport } from './transport.ts';
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

/** As long as a slow line may take to bring the scripts; what is older tells how things were. */
const FRESH_MS = 30_000;

/** Reads that the page itself began before its scripts were there. Each is taken once, and none after anything may have changed. */
function begunReads(page: Window): (url: string, method: string) => Promise<Response> | undefined {
  const { begun } = page as { readonly begun?: Map<string, Promise<Response>> };
  return (url, method) => {
    if (!begun) return undefined;
    if (method !== 'GET' || performance.now() > FRESH_MS) begun.clear();
    const reply = begun.get(url);
    begun.delete(url);
    return reply;
  };
}

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

/** A page that was opened as a file has no server. */
function demandHttp({ location }: Window): void {
  if (!/^https?:$/.test(location.protocol)) throw new DOMException(`No calls over ${location.protocol}`, 'NotSupportedError');
}

export function browserTransport(page: Window & typeof globalThis = window): Transport {
  const begun = begunReads(page);
  return {
    baseUrl: '',
    fetch: async (url, init) => {
      demandHttp(page);
      return begun(url, init.method) ?? page.fetch(url, init);
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
    attended: watchAttendance(page),
    wait,
    save: (fileName, content) => {
      saveFile(page, fileName, content);
    },
  };
}
