/** Our certificates for a SAML provider, the current one and the next one: to save as files, or to copy. */
import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { CopyButton } from '@src/ui/CopyButton.tsx';
import { Certificates } from './Certificates.tsx';

interface Props {
  readonly certificates: NonNullable<Connection['saml']>['ourCertificates'];
}

export function OurCertificates({ certificates }: Props) {
  const { t } = useTranslation('federation');
  const dispatch = useDispatch<ThunkDispatch<unknown, ClientExtra, UnknownAction>>();
  return (
    <>
      {certificates.map((certificate) => {
        const { isNext, pem, fingerprint } = certificate;
        const name = t(isNext ? 'connections.ourNext' : 'connections.ourCurrent');
        return (
          <div key={fingerprint}>
            <p>{name}</p>
            <Certificates certificates={[certificate]} />
            <div className="row row-tight small-buttons">
              <Button
                onClick={() => {
                  dispatch(saveCertificate(isNext ? 'gatehouse-saml-next.cer' : 'gatehouse-saml.cer', pem));
                }}
              >
                {t('connections.saveCertificate')}
                <span className="hidden-but-read">{name}</span>
              </Button>
              <CopyButton text={pem} of={name} />
            </div>
          </div>
        );
      })}
      <p className="muted small">{t('connections.ourCertificatesHint')}</p>
    </>
  );
}

/** Saves a certificate as a file, as the pages of providers ask for one. */
const saveCertificate =
  (fileName: string, pem: string): ThunkAction<void, unknown, ClientExtra, UnknownAction> =>
  (_dispatch, _getState, { transport }) => {
    transport.save(fileName, new Blob([pem], { type: 'application/x-pem-file' }));
  };
