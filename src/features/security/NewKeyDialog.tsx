/** Creates an API key. Creation and claims are two calls; a retry continues after the one that succeeded. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { problemCode } from '@api/client/clientProblem.ts';
import { reveal, type Sealed } from '@api/client/secrets.ts';
import { useCreateApiKeyMutation, useSetApiKeyClaimsMutation } from '@api/client/security.api.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { FormTextField } from '@src/forms/FormFields.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { formFailure } from '@src/forms/submission.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { KeyForm, type KeyValues } from '@src/secrets/KeyForm.tsx';
import { ClaimsField } from './ClaimsField.tsx';

export interface MadeKey {
  readonly fresh: Sealed<ReplyOf<'ApiKey.Create'>>;
  readonly claims: readonly string[];
}

interface Props {
  readonly claims: ReplyOf<'ApiKey.OpenAccess'>['grantableClaims'];
  readonly longestDays: number;
  readonly onMade: (made: MadeKey) => void;
  readonly onClose: () => void;
}

interface Values extends KeyValues<Expiry> {
  /** Indexes are those of the list of claims. */
  readonly claims?: readonly (boolean | undefined)[];
  /** The addresses are separated by commas or spaces. */
  readonly sourceAddresses?: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const expiryDays = { month: 30, quarter: 90, year: 365, never: null } as const;
type Expiry = keyof typeof expiryDays;

const fields = ['name', 'sourceAddresses'];
const initial: Values = { name: '', expiry: 'quarter' };

const expiryTime = (expiry: Expiry): string | null => {
  const days = expiryDays[expiry];
  return days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();
};

export function NewKeyDialog({ claims, longestDays, onMade, onClose }: Props) {
  const { t } = useTranslation('security');
  const [create] = useCreateApiKeyMutation();
  const [setClaims] = useSetApiKeyClaimsMutation();
  const errorsOf = useSubmitErrors(fields);
  const made = useRef<Sealed<ReplyOf<'ApiKey.Create'>>>(undefined);

  const submit = async ({ name, claims: checked = [], expiry, sourceAddresses = '' }: Values) => {
    const chosen = claims.filter((_claim, index) => checked[index]).map(({ value }) => value);
    if (chosen.length === 0) return formFailure(t('keys.noClaims'));
    if (!made.current) {
      const { data, error } = await create({ name: name.trim() });
      if (!data) return errorsOf(error);
      made.current = data;
    }
    const fresh = made.current;
    const { error } = await setClaims({
      body: {
        name: reveal(fresh).name,
        claims: chosen.map((value) => ({ type: 'call', value })),
        expiresAt: expiryTime(expiry),
        sourceAddresses: sourceAddresses.split(/[\s,;]+/).filter(Boolean),
      },
    });
    // The key is there, and gets its claims when another administrator approves them.
    if (error && problemCode(problemOf(error)) !== 'ApprovalNeeded') return errorsOf(error);
    onMade({ fresh, claims: chosen });
    return undefined;
  };

  return (
    <KeyForm<Expiry, Values>
      title={t('keys.create')}
      name={{ label: t('keys.name'), hint: t('keys.nameHint') }}
      expiry={{
        label: t('keys.expiry'),
        hint: t('keys.longest', { count: longestDays }),
        choices: (Object.keys(expiryDays) as Expiry[]).map((value) => ({ value, label: t(`keys.expiries.${value}`) })),
      }}
      initialValues={initial}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormTextField
        name="sourceAddresses"
        label={t('keys.sources')}
        hint={t('keys.sourcesHint')}
        autoComplete="off"
        spellCheck={false}
      />
      <ClaimsField claims={claims} />
    </KeyForm>
  );
}
