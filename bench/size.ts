/** `npm run size`: the size of each first view and its budget; fails if one is exceeded. */
import { formatRow } from './resultTable.ts';
import { measureBundles } from './bundleSizes.ts';

for (const row of measureBundles()) {
  console.log(formatRow(row));
  if (row.within === false) process.exitCode = 1;
}
