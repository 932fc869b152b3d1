/** Draws the login form at build time, once per locale, so that it can be seen and typed into before any script has run. */
// The browser's edition of this module opens a channel that keeps the build from ending.
import { renderToString } from 'react-dom/server.edge';
import { Router, type Navigator } from 'react-router';
import { App, type PlacedScreen } from './app/App.tsx';
import { parsePageConfig } from './app/pageConfig.ts';
import { Providers } from './app/Providers.tsx';
import { placeholders } from './app/prerendered.ts';
import { lateStore } from './app/lateStore.ts';
import { loadScreen } from './app/lazyScreen.ts';
import { loginRoutes } from './features/login/login.routes.ts';
import type { Screen } from './app/screen.ts';
import type { Locale } from './i18n/locale.ts';
import { startI18n } from './i18n/setup.ts';
import { paths } from './paths.ts';

const nothing = () => undefined;

const navigator: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : (to.pathname ?? '')),
  go: nothing,
  push: nothing,
  replace: nothing,
};

/** Only the form is drawn, but its links lead to other pages: a link to an address without a page is left out. */
const undrawn = (path: Screen['path']): PlacedScreen => ({
  screen: { path, access: 'open', load: () => Promise.reject(new Error('Not drawn at build time')) },
  Component: () => null,
});

/** Called by the build with the locale to draw in. */
export default async function prerender({ locale }: { readonly locale: Locale }): Promise<string> {
  const config = { ...parsePageConfig(null), productName: placeholders.product };
  const translations = await startI18n(locale, placeholders.product);
  const form = loginRoutes.filter(({ path }) => path === paths.loginForm);
  const placed = await Promise.all(form.map(async (screen) => ({ screen, Component: (await loadScreen(screen)).default })));
  const store = lateStore(() => Promise.reject(new Error('Drawing needs no store')));
  return renderToString(
    <Providers config={config} translations={translations} store={store}>
      <Router location={paths.loginForm.to({ application: placeholders.application })} navigator={navigator} static>
        <App placed={[...placed, ...Object.values(paths).map(undrawn)]} />
      </Router>
    </Providers>,
  );
}
