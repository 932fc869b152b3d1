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
  const all = useSearchUsersQuery({ partialName: searchedText }, { skip: searchedText === '' });
  const isEmpty = text === '';
  const first = filter === undefined ? [] : (fitting.data?.rows ?? []);
  const others = (all.data ?? []).filter(({ userId }) => !first.some((user) => user.userId === userId));
  return {
    users: isEmpty ? [] : [...first, ...others].slice(0, MAX_RESULTS),
    busy: !isEmpty && (fitting.isFetching || all.isFetching || searchedText !== text),
    failed: all.isError && !isEmpty,
    tryAgain: () => void all.refetch(),
  };
}
