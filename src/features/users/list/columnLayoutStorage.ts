/** Column layout per user in this browser, under a hashed user ID. */
import type { UserColumn } from '@api/contract/users.page.ts';
import { browserMemory } from '@src/browser/browserMemory.ts';
import type { ColumnWidth } from '@src/ui/grid/gridTypes.ts';
import { isUserColumn } from './columns.ts';
import { memoryKey } from './memoryKey.ts';

export interface ColumnLayout {
  /** Shown columns from left to right; null: the default columns. */
  readonly columns: readonly (ColumnWidth & { readonly key: UserColumn })[] | null;
}

export const defaultLayout: ColumnLayout = { columns: null };

/** Widths outside these limits are not from this product. */
const [MIN_WIDTH_PX, MAX_WIDTH_PX] = [40, 2000] as const;

const keyFor = (userId: string): string => memoryKey('users.columns', userId);

const isColumnWidth = (value: unknown): value is ColumnWidth & { readonly key: UserColumn } =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  isUserColumn(value.key) &&
  'width' in value &&
  typeof value.width === 'number' &&
  value.width >= MIN_WIDTH_PX &&
  value.width <= MAX_WIDTH_PX;

/** Invalid stored values count as absent. */
export function readLayout(userId: string): ColumnLayout {
  try {
    const stored = JSON.parse(browserMemory.read(keyFor(userId)) ?? '') as { readonly columns?: unknown };
    const found = Array.isArray(stored.columns) ? stored.columns.filter(isColumnWidth) : [];
    const columns = found.filter(({ key }, at) => found.findIndex((other) => other.key === key) === at);
    return columns.length > 0 ? { columns } : defaultLayout;
  } catch {
    return defaultLayout;
  }
}

export function writeLayout(userId: string, layout: ColumnLayout): void {
  if (layout === defaultLayout) browserMemory.forget(keyFor(userId));
  else browserMemory.write(keyFor(userId), JSON.stringify(layout));
}
