/** `node bench/gridMain.ts http://127.0.0.1:8080`: the figures of the list of people, on a running demo. */
import { benchGrid } from './grid.ts';

const [url = 'http://127.0.0.1:8080', rounds = '5'] = process.argv.slice(2);

for (const { what, measured, budget, within } of await benchGrid({ url, rounds: Number(rounds) }))
  console.log(`${within ? 'ok  ' : 'OVER'}  ${what.padEnd(40)} ${measured.padStart(18)}  of ${budget}`);
