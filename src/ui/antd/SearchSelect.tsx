/** Several of very many, found by typing: the one control that no browser brings, and so worth antd's bytes. Loaded when it is opened. */
import { Select } from 'antd';
import { AntdTheme } from './AntdTheme.tsx';

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface Props {
  readonly label: string;
  readonly nonce: string;
  readonly placeholder: string;
  readonly nothingFound: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  /** Whether a choice answers to what was typed. */
  readonly fits: (typed: string, label: string) => boolean;
  readonly onChange: (chosen: readonly string[]) => void;
}

export default function SearchSelect({ label, nonce, placeholder, nothingFound, choices, chosen, fits, onChange }: Props) {
  return (
    <AntdTheme nonce={nonce}>
      <Select<string[], Choice>
        mode="multiple"
        aria-label={label}
        style={{ width: '100%' }}
        placeholder={placeholder}
        notFoundContent={nothingFound}
        options={[...choices]}
        value={[...chosen]}
        onChange={onChange}
        showSearch={{ filterOption: (typed, choice) => choice !== undefined && fits(typed, choice.label) }}
        // Inside whatever it stands in: a press in its list is no press elsewhere.
        getPopupContainer={(trigger: HTMLElement) => trigger.parentElement ?? document.body}
        autoFocus
      />
    </AntdTheme>
  );
}
