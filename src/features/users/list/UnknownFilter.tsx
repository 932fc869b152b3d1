/** Says that the address asks for a filter that does not exist. The address stays as it is, to be corrected. */
import { useTranslation } from 'react-i18next';
import { Alert } from '@src/ui/Alert.tsx';
import { Link } from '@src/ui/Link.tsx';

interface Props {
  readonly word: string;
  /** Where the same list is without it. */
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
