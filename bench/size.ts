/** `npm run size`: the weight of each first view beside its budget; fails where one is exceeded. */
import { written } from './table.ts';
import { weighBuild } from './weigh.ts';

for (const row of weighBuild()) {
  console.log(written(row));
  if (row.within === false) process.exitCode = 1;
}
