/** Display settings, as in the account menu. */
import { useDisplayChoices } from '@src/shell/useDisplayChoices.ts';
import { Select } from '@src/ui/Select.tsx';

export function DisplaySection() {
  const { fontSize, theme, locale } = useDisplayChoices();
  return (
    <div className="stack">
      <Select {...fontSize} />
      <Select {...theme} />
      <Select {...locale} />
    </div>
  );
}
