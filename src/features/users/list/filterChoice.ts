/** What every way to choose a filter needs to know. */
import type { UserFilter } from '@api/contract/users.page.ts';

export interface FilterChoice {
  readonly filter: UserFilter;
  /** Absent until they are there: nothing is shown that may be wrong. */
  readonly counts: Readonly<Record<UserFilter, number>> | undefined;
  readonly addressFor: (filter: UserFilter) => string;
  readonly onChoose: (filter: UserFilter) => void;
}
