/** MFA of the user: state, remaining recovery codes, remembered browsers. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  useDisableMfaMutation,
  useFetchOwnMfaStatusQuery,
  useForgetBrowsersMutation,
  useRenewRecoveryCodesMutation,
} from '@api/client/mfa.api.ts';
import { reveal } from '@api/client/secrets.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { returnUrlQuery } from '@src/navigation/returnUrl.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Alert } from '@src/ui/Alert.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { NewRecoveryCodes } from './NewRecoveryCodes.tsx';
import { useNotify } from '@src/shell/useNotify.ts';
import { Loaded } from '@src/ui/Section.tsx';

type Status = ReplyOf<'Mfa.OwnStatus'>;

/** Below this many, a warning asks to renew them. */
const LOW_CODES_COUNT = 3;

export function MfaSection() {
  const query = useFetchOwnMfaStatusQuery(undefined, { refetchOnMountOrArgChange: true });
  return <Loaded query={query}>{(status) => (status.enabled ? <MfaOn status={status} /> : <MfaOff status={status} />)}</Loaded>;
}

function MfaOff({ status: { required } }: { readonly status: Status }) {
  const { t } = useTranslation('security');
  const navigate = useNavigate();
  return (
    <>
      <p>
        <strong>{t('mfa.off')}</strong>
      </p>
      {required && <Alert severity="warning">{t('mfa.requiredOff')}</Alert>}
      <div className="button-row">
        <Button
          type="primary"
          onClick={() => void navigate(paths.enrolMfa.to({}, returnUrlQuery(`${paths.securityDetails.to()}#mfa`)))}
        >
          {t('mfa.turnOn')}
        </Button>
      </div>
    </>
  );
}

function MfaOn({ status }: { readonly status: Status }) {
  const { t } = useTranslation('security');
  const formats = useFormats();
  const [turnOff, { isLoading: isTurningOff }] = useDisableMfaMutation();
  const [renew, { isLoading: isRenewing }] = useRenewRecoveryCodesMutation();
  const [pendingAction, setPendingAction] = useState<'turnOff' | 'renew'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const notify = useNotify();

  const perform = {
    turnOff: async () => {
      const { error } = await turnOff();
      if (!error) notify('security:mfa.turnedOff');
    },
    renew: async () => {
      const { data } = await renew();
      if (data) setCodes(reveal(data).recoveryCodes);
    },
  };
  const { enrolledAt, recoveryCodesLeft, requiredBy } = status;
  return (
    <>
      <p>
        <strong>{enrolledAt === null ? t('mfa.on') : t('mfa.onSince', { date: formats.date(enrolledAt, 'long') })}</strong>
      </p>
      {recoveryCodesLeft < LOW_CODES_COUNT ? (
        <Alert severity="warning">{t('mfa.few', { count: recoveryCodesLeft })}</Alert>
      ) : (
        <p>{t('mfa.codes', { count: recoveryCodesLeft })}</p>
      )}
      {requiredBy && <p className="muted small">{t(`mfa.requiredBy.${requiredBy}`)}</p>}
      <div className="button-row">
        <BusyButton
          busy={isRenewing}
          onClick={() => {
            setPendingAction('renew');
          }}
        >
          {t('mfa.renew')}
        </BusyButton>
        {!requiredBy && (
          <BusyButton
            danger
            busy={isTurningOff}
            onClick={() => {
              setPendingAction('turnOff');
            }}
          >
            {t('mfa.turnOff')}
          </BusyButton>
        )}
      </div>
      <RememberedBrowsers count={status.rememberedBrowsers} />
      {pendingAction && (
        <ConfirmDialog
          title={t(`mfa.${pendingAction}Title`)}
          text={t(`mfa.${pendingAction}Text`)}
          confirmLabel={t(`mfa.${pendingAction}`)}
          onConfirm={() => void perform[pendingAction]()}
          onClose={() => {
            setPendingAction(undefined);
          }}
        />
      )}
      {codes && (
        <NewRecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes(undefined);
          }}
        />
      )}
    </>
  );
}

function RememberedBrowsers({ count }: { readonly count: number }) {
  const { t } = useTranslation('security');
  const [forget, { isLoading }] = useForgetBrowsersMutation();
  const notify = useNotify();
  const forgetAll = async () => {
    const { error } = await forget();
    if (!error) notify('security:mfa.forgotten');
  };
  return (
    <div className="stack-tight">
      <h3>{t('mfa.browsers')}</h3>
      <p className="muted small">{t('mfa.remembered', { count })}</p>
      {count > 0 && (
        <div className="button-row">
          <BusyButton busy={isLoading} onClick={() => void forgetAll()}>
            {t('mfa.forget')}
          </BusyButton>
        </div>
      )}
    </div>
  );
}
