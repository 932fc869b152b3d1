/** Lets users log in with the identity provider, and then makes it the only way in. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { connectionEnablingRequested } from '@store/connections/provider.saga.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { RequiredSection } from './RequiredSection.tsx';

interface Props {
  readonly organisationPublicId: string;
  /** Name of the organisation. */
  readonly name: string;
  readonly connection: Connection;
}

export function EnforceSection({ organisationPublicId, name, connection }: Props) {
  const { t } = useTranslation('federation');
  const dispatch = useDispatch();
  const { connectionId, name: provider, enabled } = connection;
  const target = { organisationPublicId, connectionId, name: provider };
  return (
    <>
      <div className="stack-tight">
        <h3>{t('enable.heading')}</h3>
        <Alert severity={enabled ? 'success' : 'info'}>{t(enabled ? 'enable.isOn' : 'enable.isOff', { name: provider })}</Alert>
        <div className="button-row">
          <Button
            danger={enabled}
            type={enabled ? 'default' : 'primary'}
            onClick={() => dispatch(connectionEnablingRequested({ ...target, enabled: !enabled }))}
          >
            {t(enabled ? 'connections.disable' : 'connections.enable')}
          </Button>
        </div>
      </div>
      <h3>{t('required.only')}</h3>
      <RequiredSection organisationPublicId={organisationPublicId} name={name} />
    </>
  );
}
