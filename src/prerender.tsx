/** Renders the login form at build time, once per locale, so that it can be seen and typed into before any script has run. */
// The browser build of this module opens a MessageChannel, which keeps the build process from exiting.
import { renderToString } from 'react-dom/server.edge';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { parsePageConfig } from '@src/pageConfig/pageConfig.ts';
import { Providers } from '@src/app/Providers.tsx';
import { placeholders } from '@src/app/prerendered.ts';
import { lazyStore } from '@src/lazyStore.ts';
import { fetchScreen } from '@src/navigation/lazyScreen.ts';
import { appRoutes } from '@src/app/appRoutes.tsx';
import { loginRoutes } from '@src/features/login/login.routes.ts';
import type { Screen } from '@src/navigation/screen.ts';
import type { Locale } from '@api/contract/locale.ts';
import { startI18n } from '@src/i18n/setup.ts';
import { paths } from '@src/paths.ts';

/** Only the form is rendered, but its links need routes: a link to a missing route is left out. */
const emptyScreen = (path: Screen['path']): Screen => ({
  path,
  access: 'open',
  load: () => Promise.reject(new Error('Not drawn at build time')),
});

/** Called by the build. */
export default async function prerender({ locale }: { readonly locale: Locale }): Promise<string> {
  const config = { ...parsePageConfig(null), productName: placeholders.product };
  const translations = await startI18n(locale, placeholders.product);
  const screen = loginRoutes.find(({ path }) => path === paths.loginForm);
  if (!screen) throw new Error('There is no login form');
  const store = lazyStore(() => Promise.reject(new Error('Prerendering needs no store')));
  const routes = appRoutes({
    screens: [
      screen,
      ...Object.values(paths)
        .filter(({ pattern }) => pattern !== screen.path.pattern)
        .map(emptyScreen),
    ],
    loaded: { screen, Component: await fetchScreen(screen) },
    load: fetchScreen,
    requireAccess: () => () => null,
    isNavigationPending: () => false,
  });
  const router = createMemoryRouter(routes, {
    initialEntries: [paths.loginForm.to({ application: placeholders.application })],
  });
  return renderToString(
    <Providers config={config} translations={translations} store={store}>
      <RouterProvider router={router} />
    </Providers>,
  );
}
