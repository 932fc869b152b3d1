/** Props common to the filter tabs and chips. */
import type { UserFilter } from '@api/contract/users.page.ts';

export interface FilterChoice {
  readonly filter: UserFilter;
  /** Undefined until loaded. */
  readonly counts: Readonly<Record<UserFilter, number>> | undefined;
  readonly addressFor: (filter: UserFilter) => string;
  readonly onChoose: (filter: UserFilter) => void;
}
