/** Search over user name, name, email and ID, applied on each keystroke. */
import { type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '@src/ui/Icon.tsx';

interface Props {
  readonly text: string;
  readonly busy: boolean;
  readonly onText: (text: string) => void;
  readonly ref: Ref<HTMLInputElement>;
}

/** Characters; the server's limit. */
const MAX_LENGTH = 200;

export function SearchBox({ text, busy, onText, ref }: Props) {
  const { t } = useTranslation('users');
  const id = useId();
  return (
    <div role="search" className="users-search">
      <label className="hidden-but-read" htmlFor={id}>
        {t('list.search')}
      </label>
      <span className="users-search-icon">{busy ? <span className="spinner" /> : <Icon name="search" />}</span>
      <input
        ref={ref}
        id={id}
        className="control"
        type="search"
        value={text}
        maxLength={MAX_LENGTH}
        placeholder={t('list.searchHint')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => {
          onText(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return;
          event.preventDefault();
          onText('');
        }}
      />
      {text !== '' && (
        <button
          type="button"
          className="icon-button"
          aria-label={t('list.clearSearch')}
          title={t('list.clearSearch')}
          onClick={(event) => {
            onText('');
            event.currentTarget.parentElement?.querySelector('input')?.focus();
          }}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
