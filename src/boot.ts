// Inline script, runs before the first paint: sets theme, font size and title, preloads what the first view needs, makes React
// survive browser translators, and shows a message if the bundle fails to load.
{
  const root = document.documentElement;
  const read = <Value>(id: string): Partial<Value> => {
    try {
      return JSON.parse(document.getElementById(id)?.textContent ?? '') as Value;
    } catch {
      // A page without its configuration uses the defaults.
      return {};
    }
  };
  const readStored = (key: string, storage: () => Storage = () => localStorage) => {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  };

  // Trusted Types policy for what libraries hand to the DOM as a string: styles and scripts of our own, never HTML.
  const { trustedTypes } = window as { trustedTypes?: { createPolicy(name: string, rules: object): unknown } };
  trustedTypes?.createPolicy('default', {
    createHTML: (html: string) => (html.includes('<') ? undefined : html),
    createScriptURL: (url: string) => (new URL(url, location.href).origin === location.origin ? url : undefined),
  });

  // Preload before reading local storage, which may be slow. The main bundle comes first; the browser would request it last.
  const chunks = read<Record<string, string>>('chunks');
  const preload = (name: string) => {
    const href = chunks[name];
    if (!href) return;
    const as = href.endsWith('.json') ? 'fetch' : 'script';
    const link = Object.assign(document.createElement('link'), { rel: 'preload', as, href });
    // Must match the mode of `fetch`, or the browser loads it twice.
    if (as === 'fetch') link.crossOrigin = 'anonymous';
    document.head.append(link);
  };
  /** Registers its modules when it comes, before the main bundle asks for them: webpack finds the element, or the modules. */
  const load = (name: string) => {
    const src = chunks[name];
    if (!src) return;
    const script = Object.assign(document.createElement('script'), { src, fetchPriority: 'high' });
    // Webpack would wait for an element that has failed before; without one, it asks again.
    script.addEventListener('error', () => {
      script.remove();
    });
    document.head.append(script);
  };
  const { pathname } = location;
  const isUsersList = /^\/Users(\/List|\/?$)/i.test(pathname);
  const isLogin = /^\/(Login(\/|$)|$)/i.test(pathname);
  preload('main');
  if (isLogin) load('login');

  // Browser translators wrap text nodes in elements of their own; React's next insert or remove would throw and blank the page.
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with `this` below
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <Added extends Node>(this: Node, added: Added, next: Node | null) {
    return insertBefore.call(this, added, next?.parentNode === this ? next : null) as Added;
  };
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child) {
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
  };

  // Before hydration a form would submit natively, with the typed values in the URL. It is sent once it is taken over.
  addEventListener('submit', (event) => {
    event.preventDefault();
    (event.target as HTMLElement).dataset.sent = '';
  });

  const config = read<{ productName: string }>('page-config');
  const theme = readStored('theme');
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = isDark ? 'dark' : 'light';
  root.dataset.fontSize = readStored('fontSize') === 'compact' ? 'compact' : 'default';
  if (config.productName) document.title = `${config.productName}™`;

  const locale = readStored('locale') ?? root.lang;
  load(locale);

  // Users list: prefetch its access check, and then its code and first rows while the bundle loads (taken up by browserTransport.ts). They
  // do not come all at once, as the bundle runs first, and should not share a slow connection with what runs after it.
  if (isUsersList) {
    const cookie = () => {
      try {
        return document.cookie;
      } catch {
        // Access throws when cookies are blocked.
        return '';
      }
    };
    const token = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(cookie())?.[1];
    const decoded = (text: string) => {
      try {
        return decodeURIComponent(text);
      } catch {
        // Another application's.
        return text;
      }
    };
    const xsrfToken = token && decoded(token);
    const headers = {
      Accept: 'application/json',
      'X-Requested-With': 'XMLHttpRequest',
      'Accept-Language': locale,
      ...(xsrfToken && { 'X-XSRF-TOKEN': xsrfToken }),
    };
    const responses = new Map<string, Promise<Response>>();
    const prefetch = (path: string): Promise<Response> => {
      const response = fetch(`/api/${path}`, { headers });
      // Handled by the request that takes the response.
      response.catch(() => undefined);
      responses.set(`/api/${path}`, response);
      return response;
    };
    const check = prefetch('Login/Check');
    for (const path of ['UserRoles/IsSelfAssignedWithRole?role=SubscriberAdministration', 'Users/Self']) void prefetch(path);
    // Prefetches for administrators only: the server refuses others, and records each refusal in the audit.
    const prefetchRows = async () => {
      const { roles = [] } = (await (await check).clone().json()) as { readonly roles?: readonly string[] };
      const isAdministrator = ['SubscriberAdministration', 'SystemAdministration'].some((role) => roles.includes(role));
      // Once the bundle has taken the check's response, it sends its own requests.
      const isBundleRunning = !responses.has('/api/Login/Check');
      if (isBundleRunning || !isAdministrator) return;
      for (const name of ['frame', 'state', 'people']) load(name);
      preload(`${locale}-users`);
      void prefetch('Views');
      if (!/^\/Users(\/List)?\/?$/i.test(pathname) || location.search) return;
      for (const path of ['Users/Page?filter=all&offset=0&limit=100&withTotal=false', 'Users/Counts']) void prefetch(path);
    };
    prefetchRows().catch(() => undefined);
    Object.assign(window, { preloaded: { xsrfToken, responses } });
  }

  // Does the slow first uses of browser features while the scripts are on their way, but after a prerendered form is painted; each in a
  // task of its own, so that keys need not wait.
  const firstUses = [
    () => readStored('', () => sessionStorage),
    () => new Intl.NumberFormat(locale).format(1),
    () => new Intl.RelativeTimeFormat(locale).format(1, 'day'),
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(),
  ];
  const runNext = () => {
    firstUses.shift()?.();
    if (firstUses.length > 0) setTimeout(runNext);
  };
  if (isLogin)
    new PerformanceObserver((_paints, observer) => {
      observer.disconnect();
      runNext();
    }).observe({ type: 'paint', buffered: true });
  else setTimeout(runNext);

  // Only for the page's own deferred scripts; lazy chunks handle failures themselves.
  const showFailure = () => {
    const message = document.getElementById('broken');
    const app = document.getElementById('app');
    if (message instanceof HTMLTemplateElement && app) app.replaceChildren(message.content.cloneNode(true));
  };
  addEventListener('start-failed', showFailure);
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.defer) showFailure();
    },
    true,
  );
}
