/** Users who match the text, best match first. Earlier results stay while newer ones load. */
import { useFetchUsersPageQuery, useSearchUsersQuery } from '@api/client/users.api.ts';
import type { UserFilter } from '@api/contract/users.page.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { useDebounced } from '@src/ui/useDebounced.ts';

const MAX_RESULTS = 8;

interface UserSearch {
  readonly users: readonly UserSummary[];
  readonly busy: boolean;
  readonly failed: boolean;
  /** For a failed search. */
  readonly tryAgain: () => void;
}

/** @param filter users to whom an act can apply: they come first, however many others match better */
export function useUserSearch(text: string, filter?: UserFilter): UserSearch {
  const searchedText = useDebounced(text);
  const page = { ...(filter && { filter }), search: searchedText, limit: MAX_RESULTS, withTotal: false };
  const fitting = useFetchUsersPageQuery(page, { skip: searchedText === '' || filter === undefined });
  const search = useSearchUsersQuery({ partialName: searchedText }, { skip: searchedText === '' });
  const isEmpty = text === '';
  const firstUsers = filter === undefined ? [] : (fitting.data?.rows ?? []);
  const otherUsers = (search.data ?? []).filter(({ userId }) => !firstUsers.some((user) => user.userId === userId));
  return {
    users: isEmpty ? [] : [...firstUsers, ...otherUsers].slice(0, MAX_RESULTS),
    busy: !isEmpty && (fitting.isFetching || search.isFetching || searchedText !== text),
    failed: (search.isError || fitting.isError) && !isEmpty,
    tryAgain: () => {
      if (search.isError) void search.refetch();
      if (fitting.isError) void fitting.refetch();
    },
  };
}
