/** Where the page begins: puts configuration, phrases, store, router and screens together, and hands the page over to React. */
import { lazy, startTransition, useEffect, type ComponentType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { matchPath, useNavigate, type NavigateFunction } from 'react-router';
import { App, type PlacedScreen } from './app/App.tsx';
import { bufferErrors, report, sendErrors } from './app/errorReporting.ts';
import { lateStore, type LateStore } from './app/lateStore.ts';
import { lazyScreen, loadFirst } from './app/lazyScreen.ts';
import { readPageConfig } from './app/pageConfig.ts';
import { PageRouter } from './app/PageRouter.tsx';
import { settleAddress } from './app/prerendered.ts';
import { Providers } from './app/Providers.tsx';
import { reactOptions } from './app/reactOptions.ts';
import { screens } from './app/routes.tsx';
import type { Screen } from './app/screen.ts';
import { readSettings } from './app/settings.ts';
import { whenIdle } from './app/whenIdle.ts';
// Every screen of the sign-in family is a form: what forms are made of comes with the page, not as one more request.
import './forms/FormFields.tsx';
import { keepTyped } from './forms/typedBefore.ts';
import { startI18n } from './i18n/setup.ts';
import './ui/styles/main.css';

let navigate: NavigateFunction | undefined;

/** Lends the router's hand to what lives outside of React. */
function NavigateLender({ children }: { readonly children: ReactNode }) {
  const own = useNavigate();
  useEffect(() => {
    navigate = own;
  }, [own]);
  return children;
}

const config = readPageConfig();
bufferErrors(config);

const place = (screen: Screen, ready?: ComponentType): PlacedScreen => ({
  screen,
  Component: ready ?? lazyScreen(screen),
  ...(screen.light && { Later: lazy(screen.light.later) }),
});

async function start(root: HTMLElement): Promise<void> {
  settleAddress(root, config.defaultApplication);
  const first = screens.find(({ path }) => matchPath(path.pattern, location.pathname));
  // Its code and the phrases travel together; whether it came is looked at below.
  first?.load().catch(() => undefined);
  const { locale } = readSettings();
  const phrases = startI18n(locale, config.productName);
  const store = lateStore(async () => {
    const [translations, { openStore }] = await Promise.all([
      phrases,
      import(/* webpackChunkName: "store" */ './app/openStore.ts'),
    ]);
    return openStore(translations, () => navigate);
  });
  const opening = first?.light ? undefined : store.open().catch(() => undefined);

  const translations = await phrases;
  document.documentElement.lang = locale;
  const [ready] = await Promise.all([first && loadFirst(first), opening]);
  const page = (
    <Providers config={config} translations={translations} store={store}>
      <PageRouter>
        <NavigateLender>
          <App placed={screens.map((screen) => place(screen, screen === first ? ready : undefined))} />
        </NavigateLender>
      </PageRouter>
    </Providers>
  );
  // Drawn anew in the place of what the server drew, in one step: what stands there may differ, what was typed there is kept.
  keepTyped(root);
  const draw = () => {
    createRoot(root, reactOptions).render(page);
  };
  if (first?.light) {
    draw();
    openLater(store);
  }
  // All parts are there: a transition goes on with them at once, where React would else show nothing for a third of a second, twice.
  else startTransition(draw);
}

/** With the first key or click, and by itself. */
function openLater(store: LateStore): void {
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
