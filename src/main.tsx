/** Where the page begins: puts configuration, phrases, store, router and screens together, and hands the page over to React. */
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, useNavigate, type NavigateFunction } from 'react-router';
import { createStore } from '@store/createStore.ts';
import { App } from './app/App.tsx';
import { bufferErrors, report, sendErrors } from './app/errorReporting.ts';
import { lazyScreen } from './app/lazyScreen.ts';
import { readPageConfig } from './app/pageConfig.ts';
import { browserPorts } from './app/ports.ts';
import { Providers } from './app/Providers.tsx';
import { screens } from './app/routes.tsx';
import { readSettings } from './app/settings.ts';
import { whenIdle } from './app/whenIdle.ts';
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
  const translations = await startI18n(readSettings().locale, config.productName);
  const store = createStore({ ports: browserPorts(translations, config, () => navigate) });
  const placed = screens.map((screen) => ({ screen, Component: lazyScreen(screen) }));
  createRoot(root, {
    onUncaughtError: (error) => {
      report(error, 'react');
    },
    onCaughtError: (error) => {
      report(error, 'screen');
    },
  }).render(
    <Providers config={config} translations={translations} store={store}>
      <BrowserRouter>
        <NavigateLender />
        <App placed={placed} />
      </BrowserRouter>
    </Providers>,
  );
}

const root = document.getElementById('app');
if (root) {
  start(root).catch((error: unknown) => {
    report(error, 'start');
  });
}
whenIdle(() => void sendErrors(config));
