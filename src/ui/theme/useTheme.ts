/** Colour theme and font size of the page, read from the document element's attributes. */
import { useSyncExternalStore } from 'react';
import type { FontSize, ThemeName } from '../tokens.ts';

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-font-size'] });
  return () => {
    observer.disconnect();
  };
}

const themeOf = (): ThemeName => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');
const fontSizeOf = (): FontSize => (document.documentElement.dataset.fontSize === 'compact' ? 'compact' : 'default');

export const useTheme = (): { readonly theme: ThemeName; readonly fontSize: FontSize } => ({
  theme: useSyncExternalStore(subscribe, themeOf),
  fontSize: useSyncExternalStore(subscribe, fontSizeOf),
});
