/** Users who differ from the organisation's MFA rule, to be reset to it. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { displayName } from '@api/contract/displayName.ts';
import { isolated } from '@api/contract/isolated.ts';
import { useFetchMfaOverridesQuery } from '@api/client/mfa.api.ts';
import type { Organisation } from '@api/contract/organisations.ts';
import { mfaResetRequested } from '@store/organisations/acts.saga.ts';
import { Checkbox } from '@src/ui/Checkbox.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { Skeleton } from '@src/ui/Skeleton.tsx';

const skeletonBars = [{ width: '100%', height: '8rem' }];

interface Props {
  readonly organisation: Pick<Organisation, 'publicId' | 'organisationName'>;
  readonly onClose: () => void;
}

export function ResetDialog({ organisation: { publicId, organisationName }, onClose }: Props) {
  const { t } = useTranslation(['organisations', 'common']);
  const dispatch = useDispatch();
  const { currentData, isError } = useFetchMfaOverridesQuery(
    { organisationPublicId: publicId },
    { refetchOnMountOrArgChange: true },
  );
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const people = currentData?.overridden ?? [];
  const chosen = people.filter(({ userId }) => !excluded.has(userId));
  const rule = currentData?.mfaRequired ? 'required' : 'optional';
  const submit = () => {
    dispatch(mfaResetRequested({ publicId, userIds: chosen.map(({ userId }) => userId) }));
    onClose();
  };
  return (
    <Dialog title={t('reset.title')} onDecline={onClose}>
      {!currentData ? (
        isError ? (
          <p>{t('common:failed.text')}</p>
        ) : (
          <Skeleton bars={skeletonBars} label={t('common:loading')} />
        )
      ) : people.length === 0 ? (
        <p>{t(`reset.nobody.${rule}`, { name: organisationName })}</p>
      ) : (
        <>
          <p>{t(`reset.text.${rule}`, { name: organisationName })}</p>
          <fieldset className="scroll-box box stack-tight">
            <legend className="hidden-but-read">{t('reset.people')}</legend>
            <Checkbox
              label={t('reset.all', { count: people.length })}
              checked={chosen.length === people.length}
              onChange={({ target }) => {
                setExcluded(new Set(target.checked ? [] : people.map(({ userId }) => userId)));
              }}
            />
            {people.map(({ userId, userName, ...names }) => (
              <Checkbox
                key={userId}
                label={`${isolated(displayName({ userName, ...names }))} (${isolated(userName)})`}
                checked={!excluded.has(userId)}
                onChange={({ target }) => {
                  const next = new Set(excluded);
                  if (target.checked) next.delete(userId);
                  else next.add(userId);
                  setExcluded(next);
                }}
              />
            ))}
          </fieldset>
        </>
      )}
      <div className="button-row">
        <Button onClick={onClose} autoFocus>
          {t(people.length > 0 ? 'common:cancel' : 'common:close')}
        </Button>
        {people.length > 0 && (
          <Button type="primary" disabled={chosen.length === 0} onClick={submit}>
            {t('reset.submit', { count: chosen.length })}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
