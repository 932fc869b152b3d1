/** An icon of the bar; its badge is loaded once there is something to count, and takes no room of its own. */
import { type ReactNode, Suspense } from 'react';
import { ChunkErrorBoundary } from '@src/ui/ChunkErrorBoundary.tsx';
import { CountBadge } from './lazyParts.ts';

export const CountedIcon = ({ count, icon }: { readonly count: number; readonly icon: ReactNode }) =>
  count === 0 ? (
    icon
  ) : (
    <ChunkErrorBoundary fallback={icon}>
      <Suspense fallback={icon}>
        <CountBadge count={count} icon={icon} />
      </Suspense>
    </ChunkErrorBoundary>
  );
