/** Where the page begins: puts configuration, phrases, store, router and screens together, and hands the page over to React. */
import { useEffect } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { matchPath, useNavigate, type NavigateFunction } from 'react-router';
import { createStore } from '@store/createStore.ts';
import { App } from './app/App.tsx';
import { bufferErrors, report, sendErrors } from './app/errorReporting.ts';
import { lazyScreen, loadFirst } from './app/lazyScreen.ts';
import { readPageConfig } from './app/pageConfig.ts';
import { PageRouter } from './app/PageRouter.tsx';
import { browserPorts } from './app/ports.ts';
import { isTakenOver, settleAddress } from './app/prerendered.ts';
import { Providers } from './app/Providers.tsx';
import { screens } from './app/routes.tsx';
import { readSettings } from './app/settings.ts';
import { whenIdle } from './app/whenIdle.ts';
// Every screen of the sign-in family is a form: what forms are made of comes with the page, not as one more request.
import './forms/FormFields.tsx';
import { keepTyped } from './forms/typedBefore.ts';
import { startI18n } from './i18n/setup.ts';
import './ui/styles/main.css';

let navigate: NavigateFunction | undefined;

/** Lends the router's hand to what lives outside of React. */
function NavigateLender() {
  const own = useNavigate();
  useEffect(() => {
    navigate = own;
  }, [own]);
  return null;
}

const config = readPageConfig();
bufferErrors(config);

async function start(root: HTMLElement): Promise<void> {
  settleAddress(root, config.defaultApplication);
  const first = screens.find(({ path }) => matchPath(path.pattern, location.pathname));
  // Its code and the phrases travel together; whether it came is looked at below.
  first?.load().catch(() => undefined);
  const { locale } = readSettings();
  const isDrawn = isTakenOver(root, locale);
  const translations = await startI18n(locale, config.productName);
  const store = createStore({ ports: browserPorts(translations, config, () => navigate) });

  const ready = first?.access === 'open' ? await loadFirst(first) : undefined;
  const placed = screens.map((screen) => ({ screen, Component: screen === first && ready ? ready : lazyScreen(screen) }));
  const page = (
    <Providers config={config} translations={translations} store={store}>
      <PageRouter>
        <NavigateLender />
        <App placed={placed} />
      </PageRouter>
    </Providers>
  );
  const options: RootOptions = {
    onUncaughtError: (error) => {
      report(error, 'react');
    },
    onRecoverableError: (error) => {
      report(error, 'takeover');
    },
    onCaughtError: (error) => {
      report(error, 'screen');
    },
  };
  if (ready && isDrawn) hydrateRoot(root, page, options);
  else {
    keepTyped(root);
    createRoot(root, options).render(page);
  }
}

const root = document.getElementById('app');
if (root) {
  start(root).catch((error: unknown) => {
    report(error, 'start');
  });
}
whenIdle(() => void sendErrors(config));
