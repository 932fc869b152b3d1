/** The list of organisations, refetched when the page opens. */
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { organisationsApi } from '@api/client/organisations.api.ts';
import { problemLeftToCaller } from '@store/notices/alert.slice.ts';

/** Without data the page shows the problem itself; later the global alert does and the list stays. */
export function useOrganisations() {
  const { initiate, useQueryState } = organisationsApi.endpoints.fetchOrganisations;
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const { data, error, isFetching } = useQueryState();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const request = dispatch(initiate(undefined, { forceRefetch: true }));
    if (!data) dispatch(problemLeftToCaller(request.requestId));
    return () => {
      request.unsubscribe();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- whether there is data counts at the time of the request only
  }, [dispatch, initiate, attempt]);
  const tryAgain = () => {
    setAttempt(attempt + 1);
  };
  return { data, error, pending: isFetching || !(data ?? error), tryAgain };
}
