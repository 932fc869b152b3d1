/** Chooses among several identity providers of an organisation. */
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { RadioButtons } from '@src/ui/RadioButtons.tsx';
import { NEW, usePartAddress } from './parts.ts';

interface Props {
  readonly connections: readonly Connection[];
  readonly connection: Connection | undefined;
}

export function ChooseConnection({ connections, connection }: Props) {
  const { t } = useTranslation('federation');
  const navigate = useNavigate();
  const addressOf = usePartAddress();
  if (connections.length < (connection ? 2 : 1)) return null;
  return (
    <RadioButtons
      label={t('connections.choose')}
      value={connection?.connectionId ?? NEW}
      choices={[
        ...connections.map(({ connectionId, name: label }) => ({ value: connectionId, label })),
        ...(connection ? [] : [{ value: NEW, label: t('connections.add') }]),
      ]}
      onChange={(id) => void navigate(addressOf(undefined, id), { replace: true })}
    />
  );
}
