/** Users whose name has the text, best match first. */
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { usersApi, useSearchUsersQuery } from '@api/client/users.api.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { useDebounced } from '@src/ui/useDebounced.ts';

const MAX_RESULTS = 8;

interface PersonSearch {
  readonly people: readonly UserSummary[];
  /** The user name of the best match, also while the list of them is loading; undefined if there is none. */
  readonly first: (text: string) => Promise<string | undefined>;
}

/** @param text empty: nothing is searched */
export function usePersonSearch(text: string): PersonSearch {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const searched = useDebounced(text);
  const { currentData = [] } = useSearchUsersQuery({ partialName: searched }, { skip: searched === '' });
  return {
    people: searched === text && text !== '' ? currentData.slice(0, MAX_RESULTS) : [],
    first: async (partialName) => {
      const request = dispatch(usersApi.endpoints.searchUsers.initiate({ partialName }, { subscribe: false }));
      const { data } = await request;
      return data?.[0]?.userName;
    },
  };
}
