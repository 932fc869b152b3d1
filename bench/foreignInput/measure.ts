/** How long each parser of foreign input blocks the event loop, with inputs made to be slow: the longest of them beside its budget. */
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchServer } from '../benchServer.ts';
import { atMost, type ResultRow } from '../resultTable.ts';
import { median, ms } from '../statistics.ts';
import { directoryInputs } from './directory.ts';
import { foreignFileInputs } from './foreignFiles.ts';
import { BUDGET_MS, places, type PlaceName } from './inventory.ts';
import { samlInputs } from './saml.ts';
import { targetOf, type Input, type Target } from './sender.ts';
import { tokenInputs, webInputs } from './web.ts';

const ROUNDS = 5;
/** So long after an answer, work that goes on without it still counts. */
const AFTERWARDS_MS = 60;

export async function measureForeignInput(site: BenchServer): Promise<ResultRow[]> {
  const server = await site.startProbed();
  try {
    const target = await targetOf(site, server);
    const tokens = await tokenInputs(target);
    const inputs = {
      ...(await samlInputs(target)),
      ...webInputs(target),
      ...(await directoryInputs(target)),
      ...(await foreignFileInputs(target)),
      ...tokens.inputs,
    };
    const rows: ResultRow[] = [];
    for (const [name, { what, sender }] of Object.entries(places) as [PlaceName, (typeof places)[PlaceName]][]) {
      const given = inputs[name] ?? [];
      if (given.length === 0) throw new Error(`${name} has no input that is made to be slow`);
      const blocks: { readonly what: string; readonly longestMs: number }[] = [];
      for (const input of given) blocks.push({ what: input.what, longestMs: await longestBlockMs(target, input) });
      const [slowest] = blocks.sort((one, other) => other.longestMs - one.longestMs);
      if (slowest) rows.push(row(`${what} (${sender})`, slowest, BUDGET_MS[sender]));
    }
    tokens.close();
    return rows;
  } finally {
    await server.stop();
  }
}

const row = (label: string, slowest: { readonly what: string; readonly longestMs: number }, budgetMs: number): ResultRow => {
  const found = atMost(label, slowest.longestMs, budgetMs, ms);
  return { ...found, measured: found.measured, budget: `${found.budget}  ${slowest.what}` };
};

/** The median of some rounds after one that warms up. */
async function longestBlockMs({ site, server }: Target, { prepare, send }: Input): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    // Limits count what is sent; here the work behind them is measured.
    await site.query('DELETE FROM throttles');
    const prepared = await prepare?.();
    await pause(AFTERWARDS_MS);
    await server.longestTurnMs();
    await send(prepared);
    await pause(AFTERWARDS_MS);
    const longestMs = await server.longestTurnMs();
    if (round > 0) rounds.push(longestMs);
  }
  return median(rounds);
}
