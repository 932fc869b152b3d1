/** The accounts for emergencies, each tested by a login of its own. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Requirement } from '@api/contract/identityProviders.shapes.ts';
import { breakGlassRemovalRequested } from '@store/connections/provider.saga.ts';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { BreakGlassDialog } from './BreakGlassDialog.tsx';

interface Props {
  readonly organisationPublicId: string;
  readonly accounts: Requirement['breakGlass'];
}

export function BreakGlass({ organisationPublicId, accounts }: Props) {
  const { t } = useTranslation('federation');
  const dispatch = useDispatch();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      {accounts.length === 0 && <p className="muted">{t('required.noBreakGlass')}</p>}
      {accounts.length > 0 && (
        <ul className="stack-tight">
          {accounts.map(({ userId, userName, displayName: name, tested }) => (
            <li key={userId} className="box row spread">
              <div>
                <p>
                  {name} <span className="muted small">{userName}</span>
                </p>
                <p className="small">{t(tested ? 'required.tested' : 'required.untested')}</p>
              </div>
              <Button danger onClick={() => dispatch(breakGlassRemovalRequested({ organisationPublicId, userId, name }))}>
                {t('required.remove')}
                <VisuallyHidden> ({name})</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="button-row">
        <Button
          onClick={() => {
            setAdding(true);
          }}
        >
          {t('required.addBreakGlass')}
        </Button>
      </div>
      {isAdding && (
        <BreakGlassDialog
          organisationPublicId={organisationPublicId}
          onClose={() => {
            setAdding(false);
          }}
        />
      )}
    </>
  );
}
