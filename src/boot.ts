// Runs in the page itself before the first paint: theme, font size and title are there before anything is drawn, what the first
// view needs is on its way beside the bundle, a translator breaks nothing, and a bundle that never comes ends in words.
{
  const root = document.documentElement;
  const read = <Value>(id: string): Partial<Value> => {
    try {
      return JSON.parse(document.getElementById(id)?.textContent ?? '') as Value;
    } catch {
      // A page without its configuration still shows itself, with the defaults.
      return {};
    }
  };
  const stored = (key: string) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  // What waits for nothing comes first: a browser may take its time to open its storage. And before all the bundle, which is asked
  // for last otherwise, as the page waits for it, behind what is of no use without it.
  const chunks = read<Record<string, string>>('chunks');
  const preload = (name: string) => {
    const href = chunks[name];
    if (!href) return;
    const as = href.endsWith('.css') ? 'style' : href.endsWith('.json') ? 'fetch' : 'script';
    const link = Object.assign(document.createElement('link'), { rel: 'preload', as, href });
    // As `fetch` asks, or it would be fetched twice.
    if (as === 'fetch') link.crossOrigin = 'anonymous';
    document.head.append(link);
  };
  const { pathname } = location;
  const isList = /^\/Users(\/List|\/?$)/i.test(pathname);
  const needed = isList ? ['state', 'people', 'look'] : /^\/(Login(\/|$)|$)/i.test(pathname) ? ['login'] : [];
  for (const name of ['main', ...needed]) preload(name);

  // Translators of browsers put texts into elements of their own. React, which knows the old places, would end in a white page.
  // eslint-disable-next-line @typescript-eslint/unbound-method -- they are called on the node in question, below
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <Added extends Node>(this: Node, added: Added, next: Node | null) {
    return insertBefore.call(this, added, next?.parentNode === this ? next : null) as Added;
  };
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child) {
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
  };

  // A form that is drawn but not taken over yet would leave the page with what was typed in its address.
  addEventListener('submit', (event) => {
    event.preventDefault();
  });

  const config = read<{ productName: string }>('page-config');
  const theme = stored('theme');
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = isDark ? 'dark' : 'light';
  root.dataset.fontSize = stored('fontSize') === 'compact' ? 'compact' : 'default';
  if (config.productName) document.title = `${config.productName}™`;

  const locale = stored('locale') ?? root.lang;
  preload(locale);
  if (isList) preload(`${locale}-users`);

  // The users list: the two calls of its access check go out while the scripts are still on their way (see browserTransport.ts).
  if (isList) {
    const cookie = () => {
      try {
        return document.cookie;
      } catch {
        // Blocked cookies throw.
        return '';
      }
    };
    const token = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(cookie())?.[1];
    const xsrfToken = token && decodeURIComponent(token);
    const headers = {
      Accept: 'application/json',
      'X-Requested-With': 'XMLHttpRequest',
      'Accept-Language': locale,
      ...(xsrfToken && { 'X-XSRF-TOKEN': xsrfToken }),
    };
    const responses = new Map<string, Promise<Response>>();
    for (const path of ['Login/Check', 'UserRoles/IsSelfAssignedWithRole?role=SubscriberAdministration']) {
      const response = fetch(`/api/${path}`, { headers });
      // Reported by the call that takes it.
      response.catch(() => undefined);
      responses.set(`/api/${path}`, response);
    }
    Object.assign(window, { preloaded: { xsrfToken, responses } });
  }

  // Only these pages' own scripts: one that is merely loaded on demand has its own way of failing.
  const giveUp = () => {
    const words = document.getElementById('broken');
    const app = document.getElementById('app');
    if (words instanceof HTMLTemplateElement && app) app.replaceChildren(words.content.cloneNode(true));
  };
  addEventListener('start-failed', giveUp);
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.defer) giveUp();
    },
    true,
  );
}
