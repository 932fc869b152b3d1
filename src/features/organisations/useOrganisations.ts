/** The list of the page, asked for anew whenever it opens. */
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { organisationsApi } from '@api/client/organisations.api.ts';
import { problemLeftToCaller } from '@store/notices/alert.slice.ts';

/** While there is no list, the page itself says in its place why not; later the bar on top does, and the list stays. */
export function useOrganisations() {
  const { initiate, useQueryState } = organisationsApi.endpoints.fetchOrganisations;
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const { data, error, isFetching } = useQueryState();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const running = dispatch(initiate(undefined, { forceRefetch: true }));
    if (!data) dispatch(problemLeftToCaller(running.requestId));
    return () => {
      running.unsubscribe();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- whether there is a list counts when it is asked for, and is not followed
  }, [dispatch, initiate, attempt]);
  const tryAgain = () => {
    setAttempt(attempt + 1);
  };
  return { data, error, pending: isFetching || !(data ?? error), tryAgain };
}
