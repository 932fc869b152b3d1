/** Warns about an unknown filter in the URL. The URL is kept so that it can be corrected. */
import { useTranslation } from 'react-i18next';
import { Alert } from '@src/ui/Alert.tsx';
import { Link } from '@src/ui/Link.tsx';

interface Props {
  readonly word: string;
  /** The same list without the filter. */
  readonly allAddress: string;
}

export function UnknownFilter({ word, allAddress }: Props) {
  const { t } = useTranslation('users');
  const actions = (
    <Link className="link" to={allAddress}>
      {t('empty.filter.all')}
    </Link>
  );
  return (
    <Alert severity="warning" actions={actions}>
      {t('list.unknownFilter', { word })}
    </Alert>
  );
}
