/** Chooses the roles that a group grants, shows by name who would gain and lose which, then applies the choice. */
import { skipToken } from '@reduxjs/toolkit/query/react';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isClientProblem } from '@api/client/clientProblem.ts';
import { useFetchMapPreviewQuery, useMapProvisioningGroupMutation } from '@api/client/directories.api.ts';
import type { MapPreview, ProvisioningGroup } from '@api/contract/directories.shapes.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Checkbox } from '@src/ui/Checkbox.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { ScrollBox } from '@src/ui/ScrollBox.tsx';
import { Skeleton } from '@src/ui/Skeleton.tsx';

const skeletonBars = [{ width: '100%', height: '4rem' }];
const WIDTH_PX = 560;

interface Props {
  readonly organisationPublicId: string;
  readonly group: ProvisioningGroup;
  /** Roles that a group may grant. */
  readonly roles: readonly string[];
  readonly onClose: () => void;
}

export function GroupRolesDialog({
  organisationPublicId,
  group: { groupId, displayName, roles: granted },
  roles,
  onClose,
}: Props) {
  const { t } = useTranslation(['provisioning', 'common']);
  const { of: nameOf } = useRoleNames();
  const notify = useNotify();
  const [chosen, setChosen] = useState(granted);
  const isChanged = chosen.length !== granted.length || chosen.some((role) => !granted.includes(role));
  const asked = isChanged ? { organisationPublicId, groupId, roles: chosen } : skipToken;
  const { currentData: preview, error } = useFetchMapPreviewQuery(asked, { refetchOnMountOrArgChange: true });
  const [map, { isLoading, error: refused }] = useMapProvisioningGroupMutation();
  const apply = async () => {
    const { data } = await map({ organisationPublicId, groupId, body: { roles: chosen } });
    if (!data) return;
    notify('provisioning:groups.done', { group: displayName });
    onClose();
  };
  const problem = refused ?? error;
  return (
    <Dialog title={t('groups.title', { group: displayName })} width={WIDTH_PX} onDecline={onClose}>
      {isClientProblem(problem) && <ProblemAlert problem={problem} />}
      <fieldset className="stack-tight">
        <legend className="field-label">{t('groups.grants')}</legend>
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={nameOf(role)}
            checked={chosen.includes(role)}
            onChange={({ target }) => {
              setChosen(target.checked ? [...chosen, role] : chosen.filter((one) => one !== role));
            }}
          />
        ))}
      </fieldset>
      {isChanged &&
        (preview ? <Preview preview={preview} /> : !error && <Skeleton bars={skeletonBars} label={t('common:loading')} />)}
      <div className="button-row">
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <BusyButton
          type="primary"
          danger={(preview?.losing ?? 0) > 0}
          busy={isLoading}
          disabled={!isChanged || !preview}
          onClick={() => void apply()}
        >
          {t('groups.apply')}
        </BusyButton>
      </div>
    </Dialog>
  );
}

function Preview({ preview: { gaining, losing, people } }: { readonly preview: MapPreview }) {
  const { t } = useTranslation('provisioning');
  const formats = useFormats();
  const { of: nameOf } = useRoleNames();
  const names = (roles: readonly string[]) => roles.map(nameOf).join(', ');
  return (
    <div className="stack-tight" role="status">
      <p>
        {gaining > 0 && <strong>{t('groups.gaining', { count: gaining, total: formats.number(gaining) })} </strong>}
        {losing > 0 && <strong>{t('groups.losing', { count: losing, total: formats.number(losing) })}</strong>}
        {people.length === 0 && t('groups.nobody')}
      </p>
      {people.length > 0 && (
        <ScrollBox label={t('groups.who')} className="box">
          <ul className="stack-tight small">
            {people.map(({ userId, displayName, userName, gains, loses }) => (
              <li key={userId}>
                <bdi>{displayName}</bdi> (<bdi>{userName}</bdi>)
                {gains.length > 0 && ` · ${t('groups.gains', { roles: names(gains) })}`}
                {loses.length > 0 && ` · ${t('groups.loses', { roles: names(loses) })}`}
              </li>
            ))}
          </ul>
        </ScrollBox>
      )}
    </div>
  );
}
