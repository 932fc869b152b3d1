/** Parts of the page that are loaded on demand. */
import { lazy } from 'react';
import { withPhrases } from '@src/i18n/withPhrases.ts';

const phrases = ['session'] as const;

const loadDialogs = withPhrases(phrases, () => import(/* webpackChunkName: "dialogs" */ './Dialogs.tsx'));

const loadCountBadge = () => import(/* webpackChunkName: "countBadge" */ './CountBadge.tsx');

/** Preloaded: a dialog that fails to load would replace the page by an error, and lose what was typed there. */
export const fetchDialogs = (): void => {
  loadDialogs().catch(() => undefined);
  // What waits for the connection is said in these.
  import(/* webpackChunkName: "toasts" */ './Toasts.tsx').catch(() => undefined);
  loadCountBadge().catch(() => undefined);
};

export const LeaveDialog = lazy(withPhrases(phrases, () => import(/* webpackChunkName: "dialogs" */ './LeaveDialog.tsx')));
export const Dialogs = lazy(loadDialogs);
export const WaitingDialog = lazy(withPhrases(phrases, () => import(/* webpackChunkName: "dialogs" */ './WaitingDialog.tsx')));
export const CountBadge = lazy(loadCountBadge);
export const ImpersonationBanner = lazy(
  withPhrases(phrases, () => import(/* webpackChunkName: "acting" */ '@src/session/ImpersonationBanner.tsx')),
);
