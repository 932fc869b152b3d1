/** Display settings, in the order of the account menu. */
import { useDisplayChoices } from '@src/shell/useDisplayChoices.ts';
import { RadioButtons } from '@src/ui/RadioButtons.tsx';
import { Select } from '@src/ui/Select.tsx';

export function DisplaySection() {
  const { theme, fontSize, locale } = useDisplayChoices();
  return (
    <div className="stack">
      <RadioButtons {...theme} />
      <RadioButtons {...fontSize} />
      <Select {...locale} />
    </div>
  );
}
