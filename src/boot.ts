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

  // Translators of browsers put texts into elements of their own. React, which knows the old places, would end in a white page.
  // eslint-disable-next-line @typescript-eslint/unbound-method -- they are called on the node in question, below
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <Added extends Node>(this: Node, added: Added, next: Node | null) {
    return insertBefore.call(this, added, next?.parentNode === this ? next : null) as Added;
  };
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child) {
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
  };

  const config = read<{ productName: string; userFontSize: string }>('page-config');
  const theme = stored('theme');
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = isDark ? 'dark' : 'light';
  root.dataset.fontSize = (config.userFontSize ?? stored('fontSize')) === 'compact' ? 'compact' : 'default';
  if (config.productName) document.title = `${config.productName}™`;

  const chunks = read<Record<string, string>>('chunks');
  for (const name of [stored('locale') ?? root.lang, ...(/^\/(Login(\/|$)|$)/i.test(location.pathname) ? ['login'] : [])]) {
    const href = chunks[name];
    if (href) document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', href }));
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
