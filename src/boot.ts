// Runs in the page itself before the first paint: theme, font size and title are there before anything is drawn, what the first
// view needs is on its way beside the bundle, and a bundle that never comes ends in words.
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
