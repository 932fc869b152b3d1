/** How a person left the columns, kept on this browser for each of them; nothing in it tells who that is. */
import type { UserColumn } from '@api/contract/users.page.ts';
import { browserMemory } from '@src/browser/browserMemory.ts';
import type { ColumnPlace } from '@src/ui/grid/gridTypes.ts';
import { isUserColumn } from './columns.ts';
import { memoryKey } from './memoryKey.ts';

/** How close the rows stand; `default` follows the font size of the whole product. */
export const densities = ['default', 'compact', 'roomy'] as const;
export type Density = (typeof densities)[number];

export interface ColumnLayout {
  /** Shown ones only, from left to right; null: as they come. */
  readonly columns: readonly (ColumnPlace & { readonly key: UserColumn })[] | null;
  readonly density: Density;
}

export const asTheyCome: ColumnLayout = { columns: null, density: 'default' };

const keyFor = (userId: string): string => memoryKey('users.columns', userId);

const isPlace = (value: unknown): value is ColumnPlace & { readonly key: UserColumn } =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  isUserColumn(value.key) &&
  'width' in value &&
  typeof value.width === 'number' &&
  value.width >= 40 &&
  value.width <= 2000;

/** Whatever is unreadable counts as not there. */
export function readLayout(userId: string): ColumnLayout {
  try {
    const kept = JSON.parse(browserMemory.read(keyFor(userId)) ?? '') as {
      readonly columns?: unknown;
      readonly density?: unknown;
    };
    const columns = Array.isArray(kept.columns) ? kept.columns.filter(isPlace) : [];
    return {
      columns: columns.length > 0 ? columns : null,
      density: densities.find((density) => density === kept.density) ?? 'default',
    };
  } catch {
    return asTheyCome;
  }
}

export function writeLayout(userId: string, layout: ColumnLayout): void {
  if (layout === asTheyCome) browserMemory.forget(keyFor(userId));
  else browserMemory.write(keyFor(userId), JSON.stringify(layout));
}
