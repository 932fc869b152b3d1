/** The dialogs that an open screen may need, loaded when one is asked: proof of identity, and whether to leave unsaved work behind. */
import { lazy, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { selectIsIdentityAsked } from '@store/login/confirmIdentity.slice.ts';
import { loadedWith } from './lazyScreen.ts';
import { useIsLeaving } from './leaveGuard.ts';

const Dialogs = lazy(loadedWith(['session'], () => import(/* webpackChunkName: "dialogs" */ './signedIn/Dialogs.tsx')));

export function AskedDialogs() {
  const asked = [useSelector(selectIsIdentityAsked), useIsLeaving()];
  return (
    asked.includes(true) && (
      <Suspense>
        <Dialogs />
      </Suspense>
    )
  );
}
