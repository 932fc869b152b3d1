/** The search box of a list whose rows follow each key. */
import { TextField } from '@src/ui/TextField.tsx';
import { MAX_SEARCH_LENGTH } from './localList.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Typing has ended. */
  readonly onEnd: () => void;
}

export function ListSearch({ label, value, onChange, onEnd }: Props) {
  return (
    <div role="search" className="list-search">
      <TextField
        label={label}
        type="search"
        value={value}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        onChange={({ target }) => {
          onChange(target.value);
        }}
        onBlur={onEnd}
        onKeyDown={({ key }) => {
          if (key === 'Enter') onEnd();
        }}
      />
    </div>
  );
}
