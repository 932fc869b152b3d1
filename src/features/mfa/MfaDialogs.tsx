/** The dialogs that these screens may need: proof of identity before, and the question whether to leave unsaved codes behind. */
import { lazy, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { selectIsIdentityAsked } from '@store/login/confirmIdentity.slice.ts';
import { loadedWith } from '@src/app/lazyScreen.ts';
import { useIsLeaving } from '@src/app/leaveGuard.ts';

const Dialogs = lazy(loadedWith(['session'], () => import(/* webpackChunkName: "dialogs" */ '@src/app/signedIn/Dialogs.tsx')));

export function MfaDialogs() {
  const asked = [useSelector(selectIsIdentityAsked), useIsLeaving()];
  return (
    asked.includes(true) && (
      <Suspense>
        <Dialogs />
      </Suspense>
    )
  );
}
