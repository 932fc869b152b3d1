/** Layout route of the sign-in pages. */
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { CardSkeleton } from '@src/ui/native/CardSkeleton.tsx';
import { SignInFrame } from './SignInFrame.tsx';

export function SignInLayout() {
  return (
    <SignInFrame>
      <Suspense fallback={<CardSkeleton />}>
        <Outlet />
      </Suspense>
    </SignInFrame>
  );
}
