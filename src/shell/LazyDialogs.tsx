/** Dialogs that an open page may need, loaded on demand: identity confirmation, and leaving unsaved changes. */
import { Suspense } from 'react';
import { useSelector } from 'react-redux';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { LeaveBlocker } from '@src/shell/LeaveBlocker.tsx';
import { Dialogs } from './lazyParts.ts';

export function LazyDialogs() {
  const isIdentityAsked = useSelector(selectIsIdentityAsked);
  return (
    <>
      <LeaveBlocker waits={isIdentityAsked} />
      {isIdentityAsked && (
        <Suspense>
          <Dialogs />
        </Suspense>
      )}
    </>
  );
}
