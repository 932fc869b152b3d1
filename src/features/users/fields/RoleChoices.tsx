/** Roles as checkboxes with descriptions; locked ones with the reason, which is shown once if all have the same. */
import type { ReactNode } from 'react';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { Checkbox } from '@src/ui/Checkbox.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';

export interface RoleChoice {
  readonly roleName: string;
  /** Undefined where the server does not disclose it. */
  readonly description?: string | undefined;
  /** Why it cannot be changed. */
  readonly locked?: string | undefined;
}

interface Props {
  readonly roles: readonly RoleChoice[];
  readonly chosen: (roleName: string) => boolean;
  readonly onChange: (roleName: string, chosen: boolean) => void;
  readonly legend: ReactNode;
  /** No role can be changed now. */
  readonly disabled?: boolean;
}

export function RoleChoices({ roles, chosen, onChange, legend, disabled = false }: Props) {
  const { of: nameOf } = useRoleNames();
  /** Sorts choices the same way for every source. */
  const byName = (one: RoleChoice, other: RoleChoice): number => nameOf(one.roleName).localeCompare(nameOf(other.roleName));
  const [reason, ...others] = new Set(roles.map(({ locked }) => locked));
  const shared = others.length === 0 && roles.length > 1 ? reason : undefined;
  return (
    <fieldset className="stack-tight">
      {legend}
      {shared && <p className="muted small">{shared}</p>}
      <ul className="stack">
        {roles.toSorted(byName).map(({ roleName, description, locked }) => (
          <li key={roleName}>
            <Checkbox
              label={
                <>
                  <span>{nameOf(roleName)}</span>{' '}
                  {[description, shared ? undefined : locked].filter(Boolean).map((line) => (
                    <span key={line} className="check-line muted small">
                      {line}{' '}
                    </span>
                  ))}
                  {shared && <VisuallyHidden>{shared}</VisuallyHidden>}
                </>
              }
              checked={chosen(roleName)}
              disabled={disabled || locked !== undefined}
              onChange={(event) => {
                onChange(roleName, event.target.checked);
              }}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
