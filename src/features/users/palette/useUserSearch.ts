/** Users who match the text, best match first. Earlier results stay while newer ones load. */
import { useEffect, useState } from 'react';
import { useSearchUsersQuery } from '@api/client/users.api.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';

/** Debounce of the search. */
const DEBOUNCE_MS = 80;
const MAX_RESULTS = 8;

interface UserSearch {
  readonly users: readonly UserSummary[];
  readonly busy: boolean;
  readonly failed: boolean;
}

export function useUserSearch(text: string): UserSearch {
  const [searchedText, setSearchedText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearchedText(text);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  const { data = [], isFetching, isError } = useSearchUsersQuery({ partialName: searchedText }, { skip: searchedText === '' });
  const isEmpty = text === '';
  return {
    users: isEmpty ? [] : data.slice(0, MAX_RESULTS),
    busy: !isEmpty && (isFetching || searchedText !== text),
    failed: isError && !isEmpty,
  };
}
