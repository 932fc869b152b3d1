/** Parts of the page that are loaded on demand. */
import { lazy } from 'react';
import { withPhrases } from '@src/i18n/withPhrases.ts';

const phrases = ['session'] as const;

const loadDialogs = withPhrases(phrases, () => import(/* webpackChunkName: "dialogs" */ './Dialogs.tsx'));

/** Preloads the dialogs: a dialog that fails to load would replace the page by an error, and lose what was typed there. */
export const fetchDialogs = (): void => {
  loadDialogs().catch(() => undefined);
  // Toasts report a lost connection.
  import(/* webpackChunkName: "toasts" */ './Toasts.tsx').catch(() => undefined);
};

export const LeaveDialog = lazy(withPhrases(phrases, () => import(/* webpackChunkName: "dialogs" */ './LeaveDialog.tsx')));
export const Dialogs = lazy(loadDialogs);
export const CountBadge = lazy(() => import(/* webpackChunkName: "countBadge" */ './CountBadge.tsx'));
export const ImpersonationBanner = lazy(
  withPhrases(phrases, () => import(/* webpackChunkName: "acting" */ '@src/session/ImpersonationBanner.tsx')),
);
