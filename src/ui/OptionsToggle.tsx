/** On a phone, the button that shows and hides what is above a list beside its search; elsewhere all of it is shown. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** What is chosen there and not shown elsewhere. */
  readonly chosen: string | undefined;
}

export function OptionsToggle({ chosen }: Props) {
  const { t } = useTranslation('common');
  const [isOpen, setOpen] = useState(false);
  return (
    <Button
      className="options-toggle"
      aria-expanded={isOpen}
      {...(chosen !== undefined && { 'aria-label': t('optionsOf', { chosen }) })}
      onClick={() => {
        setOpen(!isOpen);
      }}
    >
      {chosen ?? t('options')}
    </Button>
  );
}
