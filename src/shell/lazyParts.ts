/** Parts of the page that come when they are asked for. */
import { lazy } from 'react';
import { loadedWith } from '@src/navigation/lazyScreen.ts';

const phrases = ['session'] as const;

const loadDialogs = loadedWith(phrases, () => import(/* webpackChunkName: "dialogs" */ './Dialogs.tsx'));

/** Ahead of need: a dialog that could not be had would take the page, and what is typed there, with it. */
export const fetchDialogs = (): void => {
  loadDialogs().catch(() => undefined);
};

export const LeaveDialog = lazy(loadedWith(phrases, () => import(/* webpackChunkName: "dialogs" */ './LeaveDialog.tsx')));
export const Dialogs = lazy(loadDialogs);
export const ImpersonationBanner = lazy(
  loadedWith(phrases, () => import(/* webpackChunkName: "acting" */ '@src/session/ImpersonationBanner.tsx')),
);
