/** The search box of a list whose rows follow each key. */
import SearchOutlined from '@ant-design/icons/SearchOutlined';
// antd's search field needs only this; the import by antd's own name brings password, codes and text area.
import Input from 'antd/es/input/Input';
import { useId } from 'react';
import { MAX_SEARCH_LENGTH } from './localList.ts';
import { goToRegion } from './useRegionKeys.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Typing has ended. */
  readonly onEnd: () => void;
}

export function ListSearch({ label, value, onChange, onEnd }: Props) {
  const id = useId();
  return (
    <div role="search" className="list-search">
      <label className="hidden-but-read" htmlFor={id}>
        {label}
      </label>
      <Input
        id={id}
        type="search"
        value={value}
        maxLength={MAX_SEARCH_LENGTH}
        placeholder={label}
        prefix={<SearchOutlined aria-hidden />}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ target }) => {
          onChange(target.value);
        }}
        onBlur={onEnd}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnd();
          // The rows follow.
          if (event.key === 'ArrowDown' && goToRegion(1)) event.preventDefault();
        }}
      />
    </div>
  );
}
