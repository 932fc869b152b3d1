/** Shows new recovery codes once. */
import { useTranslation } from 'react-i18next';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { ShownOnce } from '@src/secrets/ShownOnce.tsx';
import { Alert } from '@src/ui/Alert.tsx';
import { CodeSheet } from '@src/ui/CodeSheet.tsx';

interface Props {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

export function NewRecoveryCodes({ codes, onClose }: Props) {
  const { t } = useTranslation('security');
  const { productName } = usePageConfig();
  return (
    <ShownOnce title={t('codes.heading')} closeLabel={t('savedIt')} onClose={onClose}>
      <Alert severity="warning">{t('codes.intro')}</Alert>
      <CodeSheet codes={codes} label={t('codes.heading')} product={productName} />
    </ShownOnce>
  );
}
