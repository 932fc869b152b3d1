/** What the sagas may ask of the page, fulfilled by the router, the document and the other tabs. */
import type { i18n } from 'i18next';
import { matchPath } from 'react-router';
import type { Ports, ReloadReasonPort, TabsPort } from '@store/saga/ports.ts';
import { paths } from '@src/paths.ts';
import { report } from '@src/errors/errorReporting.ts';
import { type AppRouter, targetOf } from '@src/navigation/requireAccess.ts';
import { carrying } from '@src/navigation/returnUrl.ts';
import { browserSettings } from './settings.ts';
import { unsavedChanges } from '@src/navigation/unsavedChanges.ts';

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

const RELOAD_REASON = 'reloadReason';

/** Storage of this tab, which may be blocked: then nothing is said. */
const tabReloadReason: ReloadReasonPort = {
  leave: (reason) => {
    try {
      sessionStorage.setItem(RELOAD_REASON, reason);
    } catch {
      // Lost.
    }
  },
  take: () => {
    try {
      const reason = sessionStorage.getItem(RELOAD_REASON);
      sessionStorage.removeItem(RELOAD_REASON);
      return reason === 'otherUser' ? reason : null;
    } catch {
      return null;
    }
  },
};

const loggingIn = [paths.login, paths.loginForm, paths.loginHelp, paths.loginRejected].map(({ pattern }) => pattern);

/** Already logging in, or on the way there: there is no further address to return to. */
const isLoggingIn = (pathname: string): boolean => loggingIn.some((pattern) => matchPath(pattern, pathname));

/** `router` is undefined as long as nothing is drawn: leaving then loads the page anew. */
export function browserPorts(translations: i18n, router: () => Pick<AppRouter, 'navigate' | 'state'> | undefined): Ports {
  return {
    goToLogin: (returnUrl) => {
      const page = router();
      if (isLoggingIn((page ? targetOf(page) : location).pathname)) return;
      unsavedChanges.discard();
      const path = paths.login.to({}, carrying(returnUrl));
      if (page) void page.navigate(path);
      else location.assign(path);
    },
    reload: (path, state) => {
      // Past the router: nothing is to be drawn there, nor asked for, before the page is new.
      if (path !== undefined) history.pushState({ usr: state }, '', path);
      unsavedChanges.discard();
      location.reload();
    },
    currentPath: () => location.pathname + location.search + location.hash,
    report,
    settings: browserSettings(translations),
    tabs: browserTabs(),
    reloadReason: tabReloadReason,
  };
}
