/**
 * Asks the database, in one statement, which jobs have something to do there. Most of the time it is nothing: an idle process that let each job
 * look for itself would spend most of its processor time on that.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import { prepareText } from '../db/prepared.ts';

export interface DueWork {
  readonly name: string;
  /** SQL: whether something is due. */
  readonly isDue: (now: Date) => RawBuilder<boolean>;
  readonly run: () => void;
  /** Least time between the beginnings of two runs: what fails would be tried again at once. */
  readonly restMs: number;
}

/** @param onNothingDue gets the name of each work that has nothing to do. @returns a function that asks, and runs what is due */
export function runWhatIsDue(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  works: readonly DueWork[],
  onNothingDue: (name: string) => void,
): () => Promise<void> {
  const lastRunMs = new Map<DueWork, number>();
  const isResting = (work: DueWork) => performance.now() - (lastRunMs.get(work) ?? -Infinity) < work.restMs;
  return async () => {
    const now = clock.now();
    const question = sql<{
      due: readonly boolean[];
    }>`SELECT ARRAY[${sql.join(works.map(({ isDue }) => isDue(now)))}] AS due`.compile(db);
    prepareText('due', question.sql);
    const { rows } = await db.executeQuery(question);
    works.forEach((work, index) => {
      if (rows[0]?.due[index] !== true) onNothingDue(work.name);
      else if (!isResting(work)) {
        lastRunMs.set(work, performance.now());
        work.run();
      }
    });
  };
}
