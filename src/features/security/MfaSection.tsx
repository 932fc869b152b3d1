/** The second factor: whether it is on, what is left of the recovery codes, and which browsers skip it. */
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
import { carrying } from '@src/navigation/returnUrl.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Button } from '@src/ui/Button.tsx';
import { AskDialog } from './AskDialog.tsx';
import { NewRecoveryCodes } from './NewRecoveryCodes.tsx';
import { Loaded } from './Section.tsx';
import { useNotify } from './useNotify.ts';

type Status = ReplyOf<'Mfa.OwnStatus'>;

/** Below this many, the person is told to make new ones. */
const FEW_CODES = 3;

export function MfaSection() {
  const query = useFetchOwnMfaStatusQuery(undefined, { refetchOnMountOrArgChange: true });
  return <Loaded query={query}>{(status) => (status.enabled ? <MfaOn status={status} /> : <MfaOff status={status} />)}</Loaded>;
}

function MfaOff({ status: { required } }: { readonly status: Status }) {
  const { t } = useTranslation('security');
  const navigate = useNavigate();
  return (
    <>
      <p className="security-state">{t('mfa.off')}</p>
      {required && <Alert severity="warning">{t('mfa.requiredOff')}</Alert>}
      <div>
        <Button
          kind="primary"
          onClick={() => void navigate(paths.enrolMfa.to({}, carrying(`${paths.securityDetails.to()}#mfa`)))}
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
  const [asks, setAsks] = useState<'turnOff' | 'renew'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const tell = useNotify();

  const act = {
    turnOff: async () => {
      const { error } = await turnOff();
      if (!error) tell('security:mfa.turnedOff');
    },
    renew: async () => {
      const { data } = await renew();
      if (data) setCodes(reveal(data).recoveryCodes);
    },
  };
  const { enrolledAt, recoveryCodesLeft, requiredBy } = status;
  return (
    <>
      <p className="security-state">
        {enrolledAt === null ? t('mfa.on') : t('mfa.onSince', { date: formats.date(enrolledAt, 'long') })}
      </p>
      {recoveryCodesLeft < FEW_CODES ? (
        <Alert severity="warning">{t('mfa.few', { count: recoveryCodesLeft })}</Alert>
      ) : (
        <p>{t('mfa.codes', { count: recoveryCodesLeft })}</p>
      )}
      {requiredBy && <p className="muted small">{t(`mfa.requiredBy.${requiredBy}`)}</p>}
      <div className="button-row">
        <Button
          busy={isRenewing}
          onClick={() => {
            setAsks('renew');
          }}
        >
          {t('mfa.renew')}
        </Button>
        {!requiredBy && (
          <Button
            busy={isTurningOff}
            onClick={() => {
              setAsks('turnOff');
            }}
          >
            {t('mfa.turnOff')}
          </Button>
        )}
      </div>
      <RememberedBrowsers count={status.rememberedBrowsers} />
      {asks && (
        <AskDialog
          title={t(`mfa.${asks}Title`)}
          text={t(`mfa.${asks}Text`)}
          yes={t(`mfa.${asks}`)}
          onYes={() => void act[asks]()}
          onClose={() => {
            setAsks(undefined);
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
  const tell = useNotify();
  const forgetAll = async () => {
    const { error } = await forget();
    if (!error) tell('security:mfa.forgotten');
  };
  return (
    <div className="security-row security-row-alone">
      <div>
        <h3 className="security-row-name">{t('mfa.browsers')}</h3>
        <p className="muted small">{t('mfa.remembered', { count })}</p>
      </div>
      {count > 0 && (
        <Button busy={isLoading} onClick={() => void forgetAll()}>
          {t('mfa.forget')}
        </Button>
      )}
    </div>
  );
}
