/** What the sagas may ask of the page, fulfilled by the router, the document and the other tabs. */
import type { i18n } from 'i18next';
import { matchPath, type NavigateFunction } from 'react-router';
import type { Ports, TabsPort } from '@store/saga/ports.ts';
import { paths } from '@src/paths.ts';
import { report } from './errorReporting.ts';
import { leaveGuard } from './leaveGuard.ts';
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
export function browserPorts(translations: i18n, navigate: () => NavigateFunction | undefined): Ports {
  return {
    goToLogin: (returnUrl) => {
      if (isLoggingIn()) return;
      leaveGuard.lift();
      const path = paths.login.to({}, carrying(returnUrl));
      const go = navigate();
      if (go) void go(path);
      else location.assign(path);
    },
    reload: (path, state) => {
      // Past the router: nothing is to be drawn there, nor asked for, before the page is new.
      if (path !== undefined) history.pushState({ usr: state }, '', path);
      leaveGuard.lift();
      location.reload();
    },
    currentPath: () => location.pathname + location.search + location.hash,
    report,
    settings: browserSettings(translations),
    tabs: browserTabs(),
  };
}
