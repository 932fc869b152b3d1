/** Renders the whole app in jsdom, assembled as in main.tsx, against a real server. */
import { act, render, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterProvider } from 'react-router';
import { browserTransport } from '@api/client/browserTransport.ts';
import type { Transport } from '@api/client/transport.ts';
import { createStore, type Store } from '@store/createStore.ts';
import { lazyStore } from '@src/lazyStore.ts';
import { createAppRouter } from '@src/app/appRouter.ts';
import type { AppRouter } from '@src/navigation/requireAccess.ts';
import { parsePageConfig } from '@src/pageConfig/pageConfig.ts';
import { browserPorts } from '@src/app/ports.ts';
import { Providers } from '@src/app/Providers.tsx';
import { reactOptions, reportNavigationError } from '@src/errors/reactOptions.ts';
import type { Screen } from '@src/navigation/screen.ts';
import type { Locale } from '@api/contract/locale.ts';
import { startI18n } from '@src/i18n/setup.ts';
import { forgetCookies, visit } from '../support/visit.ts';

interface Options {
  readonly screens: readonly Screen[];
  /** Page config that the server would embed in the HTML. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly locale?: Locale;
  readonly transport?: (own: Transport) => Transport;
}

const open = new Set<Store>();
const routers = new Set<AppRouter>();
afterEach(() => {
  for (const store of open) store.close();
  open.clear();
  for (const router of routers) router.dispose();
  routers.clear();
  forgetCookies();
  localStorage.clear();
  sessionStorage.clear();
});

export async function openPage(
  site: { readonly url: string },
  path: string,
  { screens, config = {}, locale = 'en-US', transport = (own) => own }: Options,
) {
  visit(site, path);
  localStorage.setItem('locale', locale);
  const pageConfig = parsePageConfig(JSON.stringify(config));
  const translations = await startI18n(locale, pageConfig.productName);
  const page: { router?: AppRouter } = {};
  const late = lazyStore(() => {
    const store = createStore({
      ports: browserPorts(translations, () => page.router),
      transport: transport(browserTransport()),
    });
    open.add(store);
    return Promise.resolve(store);
  });
  const router = createAppRouter({ screens, store: late });
  page.router = router;
  routers.add(router);
  await act(async () => {
    await Promise.resolve();
    render(
      <Providers config={pageConfig} translations={translations} store={late}>
        <RouterProvider router={router} onError={reportNavigationError} />
      </Providers>,
      { onCaughtError: reactOptions.onCaughtError },
    );
  });
  // The store is normally loaded by the first key or click; load it before the test interacts.
  await act(async () => {
    await late.open();
  });
  return { user: userEvent.setup(), late, translations };
}

/** Waits until the location is `path`, query included. */
export const addressIs = (path: string) =>
  waitFor(() => expect(decodeURIComponent(location.pathname + location.search)).toBe(path));
