/** A user's API keys, which an administrator may delete. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useFetchUserApiKeysQuery } from '@api/client/users.api.ts';
import { mayRevokeApiKey } from '@api/contract/users.policy.ts';
import { personOf, targetOf } from '@api/contract/users.policyInput.ts';
import type { Self, UserDetail } from '@api/contract/users.shapes.ts';
import { revokeApiKeyRequested } from '@store/users/acts.saga.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { KeyItem } from '@src/secrets/KeyItem.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';

export function UserApiKeys({ user, self }: { readonly user: UserDetail; readonly self: Self }) {
  const { t } = useTranslation(['users', 'actions']);
  const formats = useFormats();
  const dispatch = useDispatch();
  const { userName } = user;
  const { currentData: keys } = useFetchUserApiKeysQuery({ userName });
  const mayRevoke = self.impersonatedBy === null && mayRevokeApiKey(personOf(self), targetOf(user)) === null;
  if (!keys?.length) return null;
  return (
    <div className="stack-tight">
      <h3>{t('apiKeys.heading')}</h3>
      <ul className="stack-tight">
        {keys.map(({ name, prefix, createdAt }) => (
          <KeyItem
            key={name}
            name={name}
            prefix={prefix}
            facts={[`${t('column.createdAt')}: ${formats.date(createdAt)}`]}
            className="box"
            end={
              mayRevoke && (
                <Button
                  danger
                  onClick={() => {
                    dispatch(revokeApiKeyRequested({ userName, name }));
                  }}
                >
                  {t('actions:revokeApiKey.confirm')}
                  <VisuallyHidden> ({name})</VisuallyHidden>
                </Button>
              )
            }
          />
        ))}
      </ul>
    </div>
  );
}
