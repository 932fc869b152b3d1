/**
 * jsdom with the server's origin (`visit` in visit.ts) and Node's `fetch`, extended by relative URLs and jsdom's cookie jar: the
 * code under test talks to the real server and reads `document.cookie` as in a browser.
 */
import { BroadcastChannel } from 'node:worker_threads';
import { TestEnvironment } from 'jest-environment-jsdom';

type Input = string | URL | Request;

/** In a browser an open channel ends with the page; Node would keep the process alive for it. */
class PageChannel extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    this.unref();
  }
}

export default class BrowserEnvironment extends TestEnvironment {
  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    super(...args);
    const dom = this.dom;
    if (dom === null) throw new Error('jsdom did not start');
    const window = this.global;
    // The builds of React and antd that users run.
    window.process.env.NODE_ENV = 'production';
    const absolute = (input: Input): Input => (typeof input === 'string' ? new URL(input, window.location.href) : input);

    /** Node's Request accepts neither relative URLs nor jsdom's AbortSignal. */
    class PageRequest extends Request {
      constructor(input: Input, init: RequestInit = {}) {
        super(absolute(input), { ...init, signal: nodeSignal(init.signal) });
      }
    }

    const pageFetch = async (input: Input, init?: RequestInit): Promise<Response> => {
      const request = new PageRequest(input, init);
      const cookies = await dom.cookieJar.getCookieString(request.url);
      if (cookies !== '') request.headers.set('Cookie', cookies);
      request.headers.set('Origin', window.location.origin);
      request.headers.set('Sec-Fetch-Site', 'same-origin');
      const response = await fetch(request);
      for (const cookie of response.headers.getSetCookie()) await dom.cookieJar.setCookie(cookie, request.url);
      return response;
    };

    Object.assign(window, {
      fetch: pageFetch,
      // Node's `fetch` is for clients with their own cookies (client.ts).
      nodeFetch: fetch,
      Request: PageRequest,
      Response,
      Headers,
      TextEncoder,
      TextDecoder,
      ReadableStream,
      WritableStream,
      TransformStream,
      BroadcastChannel: PageChannel,
      structuredClone,
      takeCookie: (cookie: string) => {
        dom.cookieJar.setCookieSync(cookie, window.location.href);
      },
      forgetCookies: () => {
        dom.cookieJar.removeAllCookiesSync();
      },
      moveTo: (url: string) => {
        dom.reconfigure({ url });
        // `reconfigure` does not update the origin that XMLHttpRequest and WebSocket use.
        Object.assign(window, { _origin: new URL(url).origin });
      },
    });
  }
}

function nodeSignal(signal: AbortSignal | null | undefined): AbortSignal | null {
  if (signal == null || signal instanceof AbortSignal) return signal ?? null;
  const { abort, signal: linkedSignal } = linkSignal(signal);
  if ((signal as AbortSignal).aborted) abort();
  return linkedSignal;
}

function linkSignal(foreign: AbortSignal): { abort: () => void; signal: AbortSignal } {
  const controller = new AbortController();
  const abort = () => {
    controller.abort(foreign.reason);
  };
  foreign.addEventListener('abort', abort, { once: true });
  return { abort, signal: controller.signal };
}
