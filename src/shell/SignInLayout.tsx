/** The route around the sign-in family. */
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { CardSkeleton } from '@src/ui/CardSkeleton.tsx';
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
