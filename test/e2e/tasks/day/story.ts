/** The twelve tasks in their order, one after the other in one page, and the counts that docs/tasks.md must show. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { TestServer } from '../../../support/server.ts';
import { effortOf, formatEffort } from '../effort.ts';
import { Day } from './Day.ts';
import type { Hands } from './Hands.ts';
import { disableAndUndo, emptyQueue, exportDormant, remindAll, reportDay } from './many.ts';
import { giveRole, impersonate, inviteThree, move, resetMfa, sayWhyNot, unlock } from './people.ts';

const tasks: readonly (readonly [label: string, perform: (day: Day) => Promise<void>])[] = [
  ['Unlock who called', unlock],
  ['Say why one can’t log in', sayWhyNot],
  ['Reset the MFA of a lost phone', resetMfa],
  ['Invite three', inviteThree],
  ['Remind everybody without MFA', remindAll],
  ['Disable several, and undo it', disableAndUndo],
  ['Empty the queue of tickets', emptyQueue],
  ['Move a user to another organisation', move],
  ['Give a role', giveRole],
  ['Export who has not logged in for 90 days', exportDormant],
  ['Report one person’s day', reportDay],
  ['Impersonate with a reason, and return', impersonate],
];

/** Performs the twelve tasks. @returns the effort of each, as the table has it */
export async function performDay(site: TestServer, hands: Hands): Promise<ReadonlyMap<string, string>> {
  const day = await Day.begin(site, hands);
  const efforts = new Map<string, string>();
  try {
    for (const [label, perform] of tasks) {
      await perform(day);
      efforts.set(label, formatEffort(effortOf(hands.taken())));
    }
  } finally {
    await day.end();
  }
  return efforts;
}

const columns = { mouse: 2, keyboard: 3, touch: 4 };

const file = resolve(import.meta.dirname, '../../../../docs/tasks.md');

/** The efforts in a column of the table of docs/tasks.md. */
export async function documentedEfforts(way: keyof typeof columns): Promise<ReadonlyMap<string, string>> {
  const rows = (await readFile(file, 'utf8')).split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(
    tasks.map(([label]) => [label, rows.find((cells) => cells[1] === label && cells.length === 6)?.[columns[way]] ?? 'no row']),
  );
}
