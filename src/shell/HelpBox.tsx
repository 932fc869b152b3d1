/** Ways to help, in a box below the button of the bar. */
import { useTranslation } from 'react-i18next';
import { flushSync } from 'react-dom';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import PopoverBox from '@src/ui/PopoverBox.tsx';

interface Props {
  readonly opener: HTMLElement;
  readonly onClose: () => void;
  readonly onKeys: () => void;
  readonly onTour: () => void;
}

export default function HelpBox({ opener, onClose, onKeys, onTour }: Props) {
  const { t } = useTranslation('common');
  /** The focus is back on the button before a dialog opens. */
  const closeThen = (then: () => void) => () => {
    flushSync(onClose);
    then();
  };
  return (
    <PopoverBox label={t('bar.help')} opener={opener} onClose={onClose}>
      <button type="button" className="link" onClick={closeThen(onKeys)}>
        {t('bar.keys')}
      </button>
      <button type="button" className="link" onClick={closeThen(onTour)}>
        {t('bar.tour')}
      </button>
      <Link to={paths.contactSupport.to()} onClick={onClose}>
        {t('contactSupport')}
      </Link>
    </PopoverBox>
  );
}
