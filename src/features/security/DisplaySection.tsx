/** Display settings, as in the account menu. */
import { useDisplayChoices } from '@src/shell/useDisplayChoices.ts';
import { RadioButtons } from '@src/ui/RadioButtons.tsx';
import { Select } from '@src/ui/Select.tsx';

export function DisplaySection() {
  const { fontSize, theme, locale } = useDisplayChoices();
  return (
    <div className="stack">
      <RadioButtons {...fontSize} />
      <RadioButtons {...theme} />
      <Select {...locale} />
    </div>
  );
}
