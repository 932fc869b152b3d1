/** The requester does what was approved, exactly as it was approved. */
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useCreateProvisioningKeyMutation } from '@api/client/directories.api.ts';
import { reveal, type Sealed } from '@api/client/secrets.ts';
import type { ApprovalRequest } from '@api/contract/approvals.shapes.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { SecretText } from '@src/secrets/SecretText.tsx';
import { ShownOnce } from '@src/secrets/ShownOnce.tsx';
import { Alert } from '@src/ui/Alert.tsx';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { approvedActOf } from './requestActs.ts';

export interface MadeKey {
  readonly name: string;
  readonly secret: Sealed<ReplyOf<'Provisioning.NewKey'>>;
}

interface Props {
  readonly request: ApprovalRequest;
  /** The request's title. */
  readonly what: string;
  readonly onKeyMade: (made: MadeKey) => void;
}

export function DoItNow({ request, what, onKeyMade }: Props) {
  const dispatch = useDispatch();
  const act = approvedActOf(request);
  if (request.action === 'Provisioning.NewKey') return <MakeKey request={request} what={what} onKeyMade={onKeyMade} />;
  return act ? <DoButton what={what} busy={false} onClick={() => dispatch(act)} /> : null;
}

function DoButton({ what, ...button }: Pick<Props, 'what'> & { readonly busy: boolean; readonly onClick: () => void }) {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  return (
    <BusyButton type="primary" {...button}>
      {t('doItNow')}
      <VisuallyHidden>: {what}</VisuallyHidden>
    </BusyButton>
  );
}

/** The approval is for one name and one end, so the form can't be filled in anew. */
function MakeKey({ request: { detail }, what, onKeyMade }: Props) {
  const [create, { isLoading, error }] = useCreateProvisioningKeyMutation();
  const { organisationPublicId = '', keyName: name = '', expiresAt = '' } = detail;
  const make = async () => {
    const { data: secret } = await create({ organisationPublicId, body: { name, expiresAt } });
    if (secret) onKeyMade({ name, secret });
  };
  return (
    <>
      <DoButton what={what} busy={isLoading} onClick={() => void make()} />
      {error && <ProblemAlert problem={problemOf(error)} />}
    </>
  );
}

/** On the page, as the request is done by then and its button gone. */
export function MadeKeyDialog({ made: { name, secret }, onClose }: { readonly made: MadeKey; readonly onClose: () => void }) {
  const { t } = useTranslation('provisioning');
  return (
    <ShownOnce title={name} closeLabel={t('keys.saved')} onClose={onClose}>
      <Alert severity="warning">{t('keys.made')}</Alert>
      <SecretText label={t('keys.secret')} text={reveal(secret).key} />
    </ShownOnce>
  );
}
