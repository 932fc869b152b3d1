/** Says why a login was refused, and how to solve it, in the words of its protocol. */
import { useTranslation } from 'react-i18next';
import type { ConnectionProblem } from '@api/contract/identityProviders.problems.ts';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';

/** Problems that SAML has other words for. */
const ofSaml = [
  'incomplete',
  'unreachable',
  'redirect',
  'response',
  'issuer',
  'audience',
  'signature',
  'clock',
  'authTime',
  'subject',
  'email',
  'emailNotVerified',
] as const satisfies readonly ConnectionProblem[];

interface Props {
  readonly problem: ConnectionProblem;
  readonly kind: Connection['kind'];
}

export function ConnectionProblemText({ problem, kind }: Props) {
  const { t } = useTranslation('federation');
  const own = kind === 'saml' ? ofSaml.find((each) => each === problem) : undefined;
  return (
    <>
      <strong>{t(own ? `problemSaml.${own}.what` : `problem.${problem}.what`)}</strong>
      <br />
      <span className="small">{t(own ? `problemSaml.${own}.fix` : `problem.${problem}.fix`)}</span>
    </>
  );
}
