/** The message of a failed request, shown beside a single field. */
import { isClientProblem } from '@api/client/clientProblem.ts';
import { problemMessage } from '@store/notices/problemMessage.ts';
import { useMessages } from '@src/shell/useMessage.ts';

/** @param error of a mutation; undefined if there is none */
export function useProblemText(error: unknown): string | undefined {
  const problem = isClientProblem(error) ? error : undefined;
  const field = problem?.kind === 'problem' ? Object.values(problem.body.fields ?? {})[0] : undefined;
  const [message] = useMessages(problem ? [problemMessage(problem)] : []);
  return field ?? message;
}
