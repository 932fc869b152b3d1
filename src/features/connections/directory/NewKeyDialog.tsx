/** Creates a key for the directory, which is shown once. */
import { useTranslation } from 'react-i18next';
import { useCreateProvisioningKeyMutation } from '@api/client/directories.api.ts';
import type { Sealed } from '@api/client/secrets.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { KeyForm, type KeyValues } from '@src/secrets/KeyForm.tsx';

interface Props {
  readonly organisationPublicId: string;
  readonly onMade: (made: Sealed<ReplyOf<'Provisioning.NewKey'>>) => void;
  readonly onClose: () => void;
}

type Values = KeyValues<Expiry>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** The server accepts up to a year. */
const expiryDays = { quarter: 90, half: 180, year: 365 } as const;
type Expiry = keyof typeof expiryDays;

const fields = ['name'];
const initial: Values = { name: '', expiry: 'year' };

export function NewKeyDialog({ organisationPublicId, onMade, onClose }: Props) {
  const { t } = useTranslation('provisioning');
  const [create] = useCreateProvisioningKeyMutation();
  const errorsOf = useSubmitErrors(fields);
  const submit = async ({ name, expiry }: Values) => {
    // Subtracts a little, as the request takes a while and the clocks differ.
    const expiresAt = new Date(Date.now() + expiryDays[expiry] * DAY_MS - DAY_MS / 24).toISOString();
    const { data, error } = await create({ organisationPublicId, body: { name: name.trim(), expiresAt } });
    if (!data) return errorsOf(error);
    onMade(data);
    return undefined;
  };
  return (
    <KeyForm<Expiry, Values>
      title={t('keys.create')}
      name={{ label: t('keys.name'), hint: t('keys.nameHint') }}
      expiry={{
        label: t('keys.expiry'),
        hint: t('keys.expiryHint'),
        choices: (Object.keys(expiryDays) as Expiry[]).map((value) => ({ value, label: t(`keys.expiries.${value}`) })),
      }}
      initialValues={initial}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
