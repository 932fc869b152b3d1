/** The dialogs that an open screen may need, loaded when one is asked: proof of identity, and whether to leave unsaved work behind. */
import { Suspense } from 'react';
import { useSelector } from 'react-redux';
import { selectIsIdentityAsked } from '@store/login/confirmIdentity.slice.ts';
import { useIsLeaving } from './leaveGuard.ts';
import { Dialogs } from './signedIn/askedParts.ts';

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
