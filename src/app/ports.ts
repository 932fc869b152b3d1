/** What the sagas may ask of the page, fulfilled by the router, the document and the other tabs. */
import type { i18n } from 'i18next';
import { matchPath, type NavigateFunction } from 'react-router';
import type { Ports, TabsPort } from '@store/saga/ports.ts';
import { paths } from '@src/paths.ts';
import { report } from './errorReporting.ts';
import { leaveGuard } from './leaveGuard.ts';
import type { PageConfig } from './pageConfig.ts';
import { carrying } from './returnUrl.ts';
import { browserSettings } from './settings.ts';

const CHANNEL = 'gatehouse';

/** Tabs are told apart from this one: a channel does not hear itself. Without channels every tab is alone. */
function browserTabs(): TabsPort {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, hear: () => () => undefined };
  const channel = new BroadcastChannel(CHANNEL);
  return {
    tell: () => {
      channel.postMessage('changed');
    },
    hear: (listener) => {
      channel.addEventListener('message', listener);
      return () => {
        channel.removeEventListener('message', listener);
      };
    },
  };
}

const loggingIn = [paths.login, paths.loginForm, paths.loginHelp, paths.loginRejected].map(({ pattern }) => pattern);

/** Where one is logging in already: there is no further way back to carry. */
const isLoggingIn = (): boolean => loggingIn.some((pattern) => matchPath(pattern, location.pathname));

/** `navigate` is the router's, once it stands; what is asked before that loads the page anew. */
export function browserPorts(translations: i18n, config: PageConfig, navigate: () => NavigateFunction | undefined): Ports {
  const goTo: Ports['goTo'] = (path, state) => {
    leaveGuard.lift();
    const go = navigate();
    if (go) void go(path, { state });
    else location.assign(path);
  };
  return {
    goTo,
    goToLogin: (returnUrl) => {
      if (!isLoggingIn()) goTo(paths.login.to({}, carrying(returnUrl)));
    },
    reload: () => {
      location.reload();
    },
    currentPath: () => location.pathname + location.search + location.hash,
    report,
    settings: browserSettings(translations, config.userFontSize),
    tabs: browserTabs(),
  };
}
