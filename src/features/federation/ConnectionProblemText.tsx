/** Why a log-in was refused, and what mends it. */
import { useTranslation } from 'react-i18next';
import type { ConnectionProblem } from '@api/contract/connections.calls.ts';

export function ConnectionProblemText({ problem }: { readonly problem: ConnectionProblem }) {
  const { t } = useTranslation('federation');
  return (
    <>
      <strong>{t(`problem.${problem}.what`)}</strong>
      <br />
      <span className="small">{t(`problem.${problem}.fix`)}</span>
    </>
  );
}
