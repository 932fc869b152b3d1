/** The steps at the identity provider's product: at each the values of ours to copy, and the fields for what it shows. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { CopyableText } from '@src/ui/CopyableText.tsx';
import { Facts } from '@src/ui/Facts.tsx';
import { Folded } from '@src/ui/Folded.tsx';
import { guides, isOurs, oursOf, type OurValue, type TheirField } from './guides.ts';
import { OurCertificates } from './OurCertificates.tsx';

interface Props {
  readonly connection: Connection;
  /** Fields for what the provider shows. */
  readonly children: (field: TheirField) => ReactNode;
}

export function GuideSteps({ connection, children }: Props) {
  const { kind, vendor } = connection;
  const { t } = useTranslation('federation');
  const taken = guides[kind][vendor];
  const used = Object.values(taken).flat();
  const unusedValues = oursOf[kind].filter((value) => !used.includes(value));
  return (
    <>
      <ol className="guide connections-guide">
        {Object.entries(t(`guides.${kind}.${vendor}`, { returnObjects: true })).map(([step, text]) => {
          const values = taken[Number(step)] ?? [];
          return (
            <li key={step}>
              <p>{text}</p>
              <Ours values={values.filter(isOurs)} connection={connection} />
              {values.map((value) => !isOurs(value) && <div key={value}>{children(value)}</div>)}
            </li>
          );
        })}
      </ol>
      {unusedValues.length > 0 && (
        <Folded label={t('guides.other')} isOpenAtFirst={false}>
          <Ours values={unusedValues} connection={connection} />
        </Folded>
      )}
    </>
  );
}

function Ours({ values, connection: { ours, saml } }: { readonly values: readonly OurValue[]; readonly connection: Connection }) {
  const { t } = useTranslation('federation');
  if (values.length === 0) return null;
  return (
    <Facts
      items={values.map((value) => {
        const label = t(`connections.${value === 'metadataUrl' ? 'ourMetadataUrl' : value}`);
        return {
          label,
          children:
            value === 'ourCertificates' ? (
              <OurCertificates certificates={saml?.ourCertificates ?? []} />
            ) : (
              <CopyableText text={ours[value]} of={label} />
            ),
        };
      })}
    />
  );
}
