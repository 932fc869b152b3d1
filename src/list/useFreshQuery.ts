/** A query without an argument, sent again each time the page opens. */
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { problemLeftToCaller } from '@store/notices/alert.slice.ts';

interface Subscription {
  readonly requestId: string;
  unsubscribe(): void;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- thunks of different endpoints share only their result
type Call = ThunkAction<Subscription, any, any, UnknownAction>;

/** An endpoint of RTK Query, as far as needed. */
interface QueryEndpoint<Data> {
  readonly initiate: (arg: undefined, options: { readonly forceRefetch: true }) => Call;
  readonly useQueryState: (arg: undefined) => {
    readonly data?: Data | undefined;
    readonly error?: unknown;
    readonly isFetching: boolean;
  };
}

/** Without data the page shows the problem itself; later the global alert shows it and the data stay. */
export function useFreshQuery<Data>({ initiate, useQueryState }: QueryEndpoint<Data>) {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const { data, error, isFetching } = useQueryState(undefined);
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
