/** Shows the problem of a request outside a form. */
import { useTranslation } from 'react-i18next';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { Alert } from '@src/ui/native/Alert.tsx';
import { problemText } from '../submission.ts';

export function ProblemAlert({ problem }: { readonly problem: ClientProblem }) {
  const { t } = useTranslation('common');
  return <Alert severity="error">{problemText(problem, t)}</Alert>;
}
