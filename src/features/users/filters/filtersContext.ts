/** Column conditions and their setter, for the grid's header cells. */
import { createContext } from 'react';
import type { UserCondition } from '@api/contract/users.conditions.ts';
import type { ConditionField } from '../view/conditions.ts';

export interface Filters {
  readonly where: readonly UserCondition[];
  readonly onChange: (field: ConditionField, conditions: readonly UserCondition[]) => void;
}

export const FiltersContext = createContext<Filters>({ where: [], onChange: () => undefined });
