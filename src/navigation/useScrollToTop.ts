/** A new page begins at its top. */
import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

export function useScrollToTop(): void {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  useEffect(() => {
    if (navigationType !== NavigationType.Pop) scrollTo(0, 0);
    // Only a new path is a new page, not a new search or hash.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the navigation type as of the change of path
  }, [pathname]);
}
