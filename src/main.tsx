/** Entry point: creates configuration, translations, store and router, and renders the page. */
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
import { idleAfter, whenIdle } from '@src/browser/whenIdle.ts';
// Every sign-in page is a form: bundles the form code with the main chunk instead of one more request.
import '@src/forms/native/FormFields.tsx';
import { captureTypedText } from '@src/forms/typedBeforeBoot.ts';
import { startI18n } from '@src/i18n/setup.ts';
import '@src/ui/styles/main.css';

const config = readPageConfig();
bufferErrors(config);

const reloadPage = () => {
  location.reload();
  return true;
};

/** Compiling the store's code and creating the store would be one long task, which the next key would wait for. */
const nextTask = () => delay(0);

async function start(root: HTMLElement): Promise<void> {
  alignUrlWithPrerender(root, config.defaultApplication);
  const initialScreen = screens.find(({ path }) => matchPath(path.pattern, location.pathname));
  // Starts loading the code beside the translations; errors are handled below.
  initialScreen?.load().catch(() => undefined);
  const { locale } = readSettings();
  const phrases = startI18n(locale, config.productName);
  const page: { router?: AppRouter } = {};
  const store = lazyStore(async () => {
    const [translations, { openStore }] = await Promise.all([
      phrases,
      import(/* webpackChunkName: "store" */ '@src/app/openStore.ts'),
    ]);
    await nextTask();
    return openStore(translations, () => page.router);
  });
  const storeOpening = initialScreen?.light ? undefined : store.open().catch(() => undefined);

  const translations = await phrases;
  document.documentElement.lang = locale;
  // A protected screen is loaded by the router, beside its access check. A failed load is shown by its route.
  const openScreen = initialScreen?.access === 'open' ? initialScreen : undefined;
  const [Component] = await Promise.all([openScreen && loadScreen(openScreen, reloadPage).catch(() => undefined), storeOpening]);
  const router = createAppRouter({ screens, store, loaded: openScreen && Component && { screen: openScreen, Component } });
  page.router = router;
  const content = (
    <Providers config={config} translations={translations} store={store}>
      <RouterProvider router={router} onError={reportNavigationError} />
    </Providers>
  );
  // Renders anew over the prerendered form instead of hydrating, as their content may differ; typed text is carried over.
  captureTypedText(root);
  const render = () => {
    createRoot(root, reactOptions).render(content);
  };
  if (initialScreen?.light) {
    // In slices, as the prerendered form is there: its keys need not wait.
    startTransition(render);
    openStoreLater(store);
  } else {
    const firstScreen = initialised(router);
    idleAfter(firstScreen);
    await Promise.race([firstScreen, delay(SKELETON_DELAY_MS)]);
    // Renders at once: in slices, as in a transition, it would take a third longer. Behind a skeleton a transition is used, as
    // React then does not throttle Suspense fallbacks, which would cost 0.3 s twice.
    if (router.state.initialized) render();
    else startTransition(render);
  }
}

/** A page that is there within this time is shown without a skeleton before it. */
const SKELETON_DELAY_MS = 300;

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const initialised = (router: AppRouter): Promise<void> =>
  new Promise((resolve) => {
    router.subscribe(({ initialized }) => {
      if (initialized) resolve();
    });
    if (router.state.initialized) resolve();
  });

/** Opens the store on the first input, or when the page is idle. */
function openStoreLater(store: LazyStore): void {
  const open = () => void store.open().catch(() => undefined);
  for (const event of ['pointerdown', 'keydown', 'input']) addEventListener(event, open, { once: true, passive: true });
  whenIdle(open);
}

const root = document.getElementById('app');
// In a task of its own, after that of the bundle.
if (root)
  setTimeout(() => {
    start(root).catch((error: unknown) => {
      report(error, 'start');
      dispatchEvent(new Event('start-failed'));
    });
  });
whenIdle(() => void sendErrors(config));
