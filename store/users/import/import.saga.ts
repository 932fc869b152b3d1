/** The conversation of an import: check by a dry run → preview → apply → result. Either call can be given up, and asks for proof of identity by itself. */
import { isAnswerLost, problemCode, type ClientProblem } from '@api/client/clientProblem.ts';
import { usersApi } from '@api/client/users.api.ts';
import type { SyncReply } from '@api/contract/users.sync.ts';
import { put, race, type Saga, select, take } from '../../saga/effects.ts';
import { guarded } from '../../saga/keepAlive.ts';
import { request, type Result } from '../../saga/request.ts';
import { apart } from '../bulk/apart.ts';
import {
  importApplying,
  importApplyRequested,
  importCancelled,
  importChecking,
  importCheckRequested,
  importClosed,
  importDone,
  importFaulty,
  importLost,
  importPlanned,
  importRefused,
  importUnchecked,
  selectImport,
} from './import.slice.ts';
import { type Choices, type CsvFile, type Fault, type ReadRows, readRows } from './importRows.ts';

interface How {
  readonly dryRun: boolean;
  readonly disableMissing: boolean;
}

const isGivenUp = (action: unknown): action is ReturnType<typeof importCancelled> =>
  importCancelled.match(action) || importClosed.match(action);

/** Undefined: given up. */
function* send({ users }: ReadRows, { source }: Choices, how: How): Saga<Result<SyncReply> | undefined> {
  const call = usersApi.endpoints.syncUsers.initiate({ body: { source: source.trim(), users, ...how } });
  const { result } = yield* race({ result: apart(request(call)), cancelled: take(isGivenUp) });
  return result;
}

/** What is wrong with the file, in the order of its lines. */
const faultsOf = ({ faults, lines }: ReadRows, { errors }: Pick<SyncReply, 'errors'>): Fault[] =>
  [...faults, ...errors.map(({ row, message }) => ({ line: lines[row - 1] ?? 0, text: message }))].sort(
    (one, other) => one.line - other.line,
  );

/** Whoever would not prove who they are knows that. */
const worthTelling = (problem: ClientProblem): ClientProblem | null =>
  problem.kind === 'aborted' || problemCode(problem) === 'ConfirmIdentity' ? null : problem;

/** Those who are missing are asked for in any case, so that the choice can be made by their number. */
function* check(file: CsvFile, choices: Choices): Saga {
  yield* put(importChecking(choices));
  const rows = readRows(file, choices);
  const result = rows.users.length > 0 ? yield* send(rows, choices, { dryRun: true, disableMissing: true }) : null;
  if (result === undefined) return yield* put(importUnchecked(null));
  if (result && !result.ok) return yield* put(importUnchecked(worthTelling(result.problem)));
  const faults = faultsOf(rows, result?.value ?? { errors: [] });
  if (faults.length > 0 || !result) return yield* put(importFaulty(faults));
  const { changes, errors: _none, ...counts } = result.value;
  const named = new Set(rows.users.map(({ userName }) => userName));
  const missing = changes.filter(({ kind, userName }) => kind === 'disabled' && !named.has(userName)).length;
  yield* put(importPlanned({ counts, changes, missing }));
}

function* apply(file: CsvFile, choices: Choices, disableMissing: boolean): Saga {
  yield* put(importApplying());
  const rows = readRows(file, choices);
  const result = yield* send(rows, choices, { dryRun: false, disableMissing });
  if (!result) return yield* put(importLost(null));
  if (!result.ok) {
    const { problem } = result;
    return yield* put(isAnswerLost(problem) ? importLost(worthTelling(problem)) : importRefused(worthTelling(problem)));
  }
  const { changes: _changes, errors, ...counts } = result.value;
  yield* put(errors.length > 0 ? importFaulty(faultsOf(rows, { errors })) : importDone(counts));
}

type Wish = ReturnType<typeof importCheckRequested | typeof importApplyRequested>;

function* fulfil(wish: Wish): Saga {
  const now = yield* select(selectImport);
  if (now.kind === 'preview' && importApplyRequested.match(wish))
    yield* apply(now.file, now.choices, wish.payload.disableMissing && now.plan.missing > 0);
  else if (now.kind !== 'choosing' && importCheckRequested.match(wish)) yield* check(now.file, wish.payload);
}

/** One thing after the other: what is wished for while a call is on its way is not heard. */
export function* importSaga(): Saga {
  const isWish = (action: unknown): action is Wish => importCheckRequested.match(action) || importApplyRequested.match(action);
  for (;;) yield* guarded('users/import', fulfil, yield* take(isWish));
}
