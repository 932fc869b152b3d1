/** Parts of the list that a click opens, loaded on demand; with the phrases that the list has not. */
import { withPhrases } from '@src/i18n/withPhrases.ts';
import { lazyPart } from '@src/ui/lazyPart.tsx';

export const UserPanel = lazyPart(
  withPhrases(['actions'], async () => {
    const { UserPanel: component } = await import(/* webpackChunkName: "user-panel" */ '../panel/UserPanel.tsx');
    return { default: component };
  }),
  { inPlace: true },
);

/** The dialog is in the chunk of its button, as a code that could not be shown would be lost. */
export const RecoveryCodeDialog = lazyPart(async () => {
  const { RecoveryCodeDialog: component } = await import(
    /* webpackChunkName: "user-panel" */ '@src/secrets/RecoveryCodeDialog.tsx'
  );
  return { default: component };
});

export const UsersTour = lazyPart(() => import(/* webpackChunkName: "tour" */ '../tour/UsersTour.tsx'));
