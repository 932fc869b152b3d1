/** Shows the tour once to each user, when rows are there and nothing else was begun. */
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { Self } from '@api/contract/users.shapes.ts';
import { isTourDue, storeTourShown } from './tourStorage.ts';

const UsersTour = lazy(() => import(/* webpackChunkName: "tour" */ './UsersTour.tsx'));

interface Props {
  readonly self: Self | null;
  readonly hasRows: boolean;
}

const isAnythingBegun = (): boolean =>
  document.activeElement instanceof HTMLInputElement ||
  document.querySelector('[aria-modal="true"], .side-panel, .popup') !== null;

export function FirstVisitTour({ self, hasRows }: Props) {
  const [isShown, setShown] = useState(false);
  const show = useEffectEvent(() => {
    if (!self || self.impersonatedBy || isAnythingBegun() || !isTourDue(self.userId)) return;
    // Stored now: a reload in the middle of the tour does not begin it again.
    if (storeTourShown(self.userId)) setShown(true);
  });
  const isReady = self !== null && hasRows;
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- whether it is due is known outside React
    if (isReady) show();
  }, [isReady]);
  if (!isShown) return null;
  return (
    <Suspense>
      <UsersTour
        onClose={() => {
          setShown(false);
        }}
      />
    </Suspense>
  );
}
