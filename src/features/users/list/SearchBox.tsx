/** Search over user name, name, email and ID, applied on each keystroke; Enter and the down arrow lead to the rows. */
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import LoadingOutlined from '@ant-design/icons/LoadingOutlined';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { Button, type InputRef } from 'antd';
// antd's search field needs only this; the import by antd's own name brings password, codes and text area into the first view.
import Input from 'antd/es/input/Input';
import { type RefObject, useId } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly text: string;
  /** The rows of `text` are loading. */
  readonly busy: boolean;
  readonly onText: (text: string) => void;
  readonly onGoToRows: () => void;
  readonly ref: RefObject<InputRef | null>;
}

/** The server's limit in characters. */
const MAX_LENGTH = 200;

export function SearchBox({ text, busy, onText, onGoToRows, ref }: Props) {
  const { t } = useTranslation('users');
  const id = useId();
  // antd's own clear button has no name and is out of reach of Tab.
  const clearButton = text !== '' && (
    <Button
      type="text"
      size="small"
      icon={<CloseOutlined aria-hidden />}
      aria-label={t('list.clearSearch')}
      title={t('list.clearSearch')}
      onClick={() => {
        onText('');
        ref.current?.focus();
      }}
    />
  );
  return (
    <div role="search" className="list-search users-search">
      <label className="hidden-but-read" htmlFor={id}>
        {t('list.search')}
      </label>
      <Input
        ref={ref}
        id={id}
        type="search"
        value={text}
        maxLength={MAX_LENGTH}
        placeholder={t('list.searchHint')}
        prefix={busy ? <LoadingOutlined aria-hidden /> : <SearchOutlined aria-hidden />}
        suffix={clearButton || <span />}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => {
          onText(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'ArrowDown') onGoToRows();
          else if (event.key === 'Escape' && text !== '') onText('');
          else return;
          event.preventDefault();
        }}
      />
    </div>
  );
}
