/** The permissions of an API key as checkboxes, grouped by subject. */
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '@api/contract/index.ts';
import { useFormField } from '@src/forms/useFormField.ts';
import { Checkbox } from '@src/ui/Checkbox.tsx';
import { groupClaims, useClaimPhrase } from './claims.ts';

type Claims = ReplyOf<'ApiKey.OpenAccess'>['grantableClaims'];

/** Fields are named `claims.0`, `claims.1` … by index: claim values contain dots, which react-final-form would nest. */
export function ClaimsField({ claims }: { readonly claims: Claims }) {
  const { t } = useTranslation('security');
  return (
    <fieldset>
      <legend className="field-label">{t('keys.claims')}</legend>
      <div className="box stack-tight">
        {groupClaims(claims).map((group) => (
          <div key={group.subject} className="stack-tight" role="group" aria-labelledby={`claims-${group.subject}`}>
            <p id={`claims-${group.subject}`} className="small muted">
              {t(`claimGroups.${group.subject}`)}
            </p>
            {group.claims.map((claim) => (
              <ClaimBox key={claim.value} claim={claim} name={`claims.${String(claims.indexOf(claim))}`} />
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  );
}

function ClaimBox({ claim: { value, description }, name }: { readonly claim: Claims[number]; readonly name: string }) {
  const label = useClaimPhrase()(value, description);
  const { input } = useFormField<boolean>({ name, label }, 'checkbox');
  const { value: _value, type: _type, ...bound } = input;
  return (
    <Checkbox
      {...bound}
      label={
        <>
          {label} <code className="check-line mono small muted">{value}</code>
        </>
      }
    />
  );
}
