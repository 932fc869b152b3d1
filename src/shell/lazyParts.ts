/** Parts of the page that are loaded on demand. */
import { lazy } from 'react';
import { lazyPart } from '@src/ui/lazyPart.tsx';
import { withPhrases } from '@src/i18n/withPhrases.ts';

const phrases = ['session'] as const;

const loadDialogs = withPhrases(phrases, () => import(/* webpackChunkName: "dialogs" */ './Dialogs.tsx'));

/** Preloads the dialogs before any other part: the session may end while something is typed. */
export const fetchDialogs = (): void => {
  loadDialogs().catch(() => undefined);
  // Toasts report a lost connection.
  import(/* webpackChunkName: "toasts" */ './Toasts.tsx').catch(() => undefined);
};

export const LeaveDialog = lazyPart(withPhrases(phrases, () => import(/* webpackChunkName: "dialogs" */ './LeaveDialog.tsx')));
export const Dialogs = lazyPart(loadDialogs);
export const CountBadge = lazy(() => import(/* webpackChunkName: "countBadge" */ './CountBadge.tsx'));
export const ImpersonationBanner = lazyPart(
  withPhrases(phrases, () => import(/* webpackChunkName: "acting" */ '@src/session/ImpersonationBanner.tsx')),
  { inPlace: true },
);
