/** Parts of the list that a click opens, loaded on demand; phrases are those of the list. */
import { lazy } from 'react';

export const UserMenu = lazy(async () => {
  const { UserMenu: component } = await import(/* webpackChunkName: "user-menu" */ '../actions/UserMenu.tsx');
  return { default: component };
});

export const UserPanel = lazy(async () => {
  const { UserPanel: component } = await import(/* webpackChunkName: "user-panel" */ '../panel/UserPanel.tsx');
  return { default: component };
});

/** The dialog is in the chunk of its button, as a code that could not be shown would be lost. */
export const RecoveryCodeDialog = lazy(async () => {
  const { RecoveryCodeDialog: component } = await import(
    /* webpackChunkName: "user-panel" */ '../actions/RecoveryCodeDialog.tsx'
  );
  return { default: component };
});

export const UsersTour = lazy(() => import(/* webpackChunkName: "tour" */ '../tour/UsersTour.tsx'));
