/** Progress bar for a pending navigation; the current screen stays usable. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router';

/** Shorter navigations show nothing. */
const DELAY_MS = 150;

export function NavigationProgress() {
  return useNavigation().state !== 'idle' && <DelayedBar />;
}

function DelayedBar() {
  const { t } = useTranslation('common');
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setDue(true);
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return isDue && <div className="navigation-progress" role="progressbar" aria-label={t('loading')} />;
}
