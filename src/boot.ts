// Runs in the page itself before the first paint: theme, font size and title are there before anything is drawn.
{
  const root = document.documentElement;
  const stored = (key: string) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const theme = stored('theme');
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  root.dataset.fontSize = stored('fontSize') === 'compact' ? 'compact' : 'default';
  try {
    const config = JSON.parse(document.getElementById('page-config')?.textContent ?? '') as {
      productName?: string;
      userFontSize?: string;
    };
    if (config.userFontSize) root.dataset.fontSize = config.userFontSize === 'compact' ? 'compact' : 'default';
    if (config.productName) document.title = `${config.productName}™`;
  } catch {
    // A page without its configuration still shows itself, with the defaults.
  }
}
