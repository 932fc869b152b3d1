/** The drawer of a row: the focus goes in and comes back. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Drawer } from '@src/ui/Drawer.tsx';

function List() {
  const [open, setOpen] = useState<string>();
  return (
    <>
      {['alfred', 'ingrid'].map((name) => (
        <button
          key={name}
          onClick={() => {
            setOpen(name);
          }}
        >
          {name}
        </button>
      ))}
      {open !== undefined && (
        <Drawer
          title={open}
          closeLabel="Close details"
          of={open}
          onClose={() => {
            setOpen(undefined);
          }}
        >
          <button>Unlock</button>
        </Drawer>
      )}
    </>
  );
}

test('the focus goes into the drawer, also for another row, and returns to the last row by Escape or the button', async () => {
  const user = userEvent.setup();
  render(<List />);
  const row = (name: string) => screen.getByRole('button', { name });
  await user.click(row('alfred'));
  expect(screen.getByRole('complementary', { name: 'alfred' })).toHaveFocus();
  await user.click(row('ingrid'));
  expect(screen.getByRole('complementary', { name: 'ingrid' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
  expect(row('ingrid')).toHaveFocus();

  await user.click(row('alfred'));
  await user.click(screen.getByRole('button', { name: 'Unlock' }));
  await user.click(screen.getByRole('button', { name: 'Close details' }));
  expect(row('alfred')).toHaveFocus();
});
