/** Where the page begins: puts configuration, phrases, store, router and screens together, and hands the page over to React. */
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { matchPath, RouterProvider } from 'react-router';
import { bufferErrors, report, sendErrors } from '@src/errors/errorReporting.ts';
import { lazyStore, type LazyStore } from '@src/lazyStore.ts';
import { loadScreen } from '@src/navigation/lazyScreen.ts';
import { createAppRouter } from '@src/app/appRouter.ts';
import type { AppRouter } from '@src/navigation/requireAccess.ts';
import { readPageConfig } from '@src/pageConfig/pageConfig.ts';
import { alignUrlWithPrerender } from '@src/app/prerendered.ts';
import { Providers } from '@src/app/Providers.tsx';
import { reactOptions, reportNavigationError } from '@src/errors/reactOptions.ts';
import { screens } from '@src/app/routes.tsx';
import { readSettings } from '@src/app/settings.ts';
import { whenIdle } from '@src/browser/whenIdle.ts';
// Every screen of the sign-in family is a form: what forms are made of comes with the page, not as one more request.
import '@src/forms/FormFields.tsx';
import { captureTypedText } from '@src/forms/typedBeforeBoot.ts';
import { startI18n } from '@src/i18n/setup.ts';
import '@src/ui/styles/main.css';

const config = readPageConfig();
bufferErrors(config);

const reloadPage = () => {
  location.reload();
  return true;
};

async function start(root: HTMLElement): Promise<void> {
  alignUrlWithPrerender(root, config.defaultApplication);
  const opened = screens.find(({ path }) => matchPath(path.pattern, location.pathname));
  // Its code and the phrases travel together; whether it came is looked at below.
  opened?.load().catch(() => undefined);
  const { locale } = readSettings();
  const phrases = startI18n(locale, config.productName);
  const page: { router?: AppRouter } = {};
  const store = lazyStore(async () => {
    const [translations, { openStore }] = await Promise.all([
      phrases,
      import(/* webpackChunkName: "store" */ '@src/app/openStore.ts'),
    ]);
    return openStore(translations, () => page.router);
  });
  const opening = opened?.light ? undefined : store.open().catch(() => undefined);

  const translations = await phrases;
  document.documentElement.lang = locale;
  // A protected screen is fetched by the router, beside its check. One that can't be had is told of by its route.
  const first = opened?.access === 'open' ? opened : undefined;
  const [Component] = await Promise.all([first && loadScreen(first, reloadPage).catch(() => undefined), opening]);
  const router = createAppRouter({ screens, store, loaded: first && Component && { screen: first, Component } });
  page.router = router;
  const content = (
    <Providers config={config} translations={translations} store={store}>
      <RouterProvider router={router} onError={reportNavigationError} />
    </Providers>
  );
  // Drawn anew in the place of what the server drew, in one step: what stands there may differ, what was typed there is kept.
  captureTypedText(root);
  const draw = () => {
    createRoot(root, reactOptions).render(content);
  };
  if (opened?.light) {
    draw();
    openLater(store);
  }
  // All parts are there: a transition goes on with them at once, where React would else show nothing for a third of a second, twice.
  else startTransition(draw);
}

/** With the first key or click, and by itself. */
function openLater(store: LazyStore): void {
  const open = () => void store.open().catch(() => undefined);
  for (const event of ['pointerdown', 'keydown', 'input']) addEventListener(event, open, { once: true, passive: true });
  whenIdle(open);
}

const root = document.getElementById('app');
if (root) {
  start(root).catch((error: unknown) => {
    report(error, 'start');
    dispatchEvent(new Event('start-failed'));
  });
}
whenIdle(() => void sendErrors(config));
