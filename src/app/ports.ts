/** Implements the sagas' ports with the router, the document and the other tabs. */
import type { i18n } from 'i18next';
import { createPath, matchPath } from 'react-router';
import type { PasskeyOfferPort, Ports, ReloadReasonPort, TabsPort } from '@store/saga/ports.ts';
import { paths } from '@src/paths.ts';
import { browserMemory } from '@src/browser/browserMemory.ts';
import { forgetDrafts } from '@src/browser/forgetDrafts.ts';
import { whenIdle } from '@src/browser/whenIdle.ts';
import { report } from '@src/errors/errorReporting.ts';
import { noteNotLoggedIn } from '@src/navigation/loginCircle.ts';
import { type AppRouter, targetOf } from '@src/navigation/requireAccess.ts';
import { returnUrlQuery } from '@src/navigation/returnUrl.ts';
import { browserSettings } from './settings.ts';
import { unsavedChanges } from '@src/navigation/unsavedChanges.ts';

const CHANNEL = 'gatehouse';

/** A channel does not receive its own messages. Without BroadcastChannel tabs are independent. */
function browserTabs(): TabsPort {
  if (typeof BroadcastChannel === 'undefined') return { notify: () => undefined, subscribe: () => () => undefined };
  const channel = new BroadcastChannel(CHANNEL);
  return {
    notify: () => {
      channel.postMessage('changed');
    },
    subscribe: (listener) => {
      channel.addEventListener('message', listener);
      return () => {
        channel.removeEventListener('message', listener);
      };
    },
  };
}

const RELOAD_REASON_KEY = 'reloadReason';

const PASSKEY_OFFERED_KEY = 'passkeyOffered';

const passkeyOffer: PasskeyOfferPort = {
  wasMade: () => browserMemory.read(PASSKEY_OFFERED_KEY) !== null,
  setMade: () => browserMemory.write(PASSKEY_OFFERED_KEY, 'yes'),
};

/** The reason is kept in session storage, which may be blocked: then no notice is shown. */
const tabReloadReason: ReloadReasonPort = {
  set: (reason) => {
    try {
      sessionStorage.setItem(RELOAD_REASON_KEY, reason);
    } catch {
      // Blocked: the notice is lost.
    }
  },
  consume: () => {
    try {
      const reason = sessionStorage.getItem(RELOAD_REASON_KEY);
      sessionStorage.removeItem(RELOAD_REASON_KEY);
      return reason === 'otherUser' ? reason : null;
    } catch {
      return null;
    }
  },
};

const loginPatterns = [paths.login, paths.loginForm, paths.loginHelp, paths.loginRejected].map(({ pattern }) => pattern);

/** Whether the user is on a login page, or navigating there, so that there is no address to return to. */
const isLoggingIn = (pathname: string): boolean => loginPatterns.some((pattern) => matchPath(pattern, pathname));

/** `router` returns undefined before the first render: leaving then loads the page. */
export function browserPorts(translations: i18n, router: () => Pick<AppRouter, 'navigate' | 'state'> | undefined): Ports {
  return {
    goToLogin: (returnUrl, refusedBy) => {
      if (refusedBy !== undefined) noteNotLoggedIn(refusedBy);
      const page = router();
      if (isLoggingIn((page ? targetOf(page) : location).pathname)) return;
      unsavedChanges.discard();
      const path = paths.login.to({}, returnUrlQuery(returnUrl));
      if (page) void page.navigate(path);
      else location.assign(path);
    },
    reload: (path, state) => {
      // Bypasses the router, which would render and fetch before the reload.
      if (path !== undefined) history.pushState({ usr: state }, '', path);
      unsavedChanges.discard();
      location.reload();
    },
    currentPath: () => {
      const page = router();
      return createPath(page ? targetOf(page) : location);
    },
    report,
    idle: () => new Promise(whenIdle),
    settings: browserSettings(translations),
    tabs: browserTabs(),
    reloadReason: tabReloadReason,
    passkeyOffer,
    forgetDrafts,
  };
}
