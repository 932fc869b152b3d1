/** One address of the list: a button to change it, its fault, and a button to remove it. */
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { Button, Tag } from 'antd';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Address } from './addresses.ts';

interface Props {
  /** Absent for a moment after the list became shorter. */
  readonly address: Address | undefined;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** Select would handle the keys itself. */
const keepFromSelect = (event: SyntheticEvent) => {
  event.stopPropagation();
};

export function AddressTag({ address, onEdit, onRemove }: Props) {
  const { t } = useTranslation('users');
  if (!address) return <></>;
  const { text, fault } = address;
  const removal = t('invite.remove', { address: text });
  return (
    <Tag className="emails-tag" {...(fault === 'bad' && { color: 'error' })} variant="outlined" onKeyDown={keepFromSelect}>
      <Button type="text" size="small" aria-label={t('invite.mend', { address: text })} onClick={onEdit}>
        {text}
      </Button>
      {fault && <span>{t(`invite.fault.${fault}`)}</span>}
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={removal}
        title={removal}
        data-remove
        onClick={onRemove}
      />
    </Tag>
  );
}
