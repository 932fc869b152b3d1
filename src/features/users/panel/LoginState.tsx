/**
 * Whether a user can log in, and what helps, as a part of its own: on the edit page, and on the desk of tickets, where Support reads it
 * and may do none of it.
 */
import { isAdmin } from '@api/contract/person.ts';
import { useFetchUserQuery } from '@api/client/users.api.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { registerModule } from '@store/modules.ts';
import { usersModule } from '@store/users/users.module.ts';
import { useNow } from '@src/ui/useNow.ts';
import { Diagnosis } from './Diagnosis.tsx';

registerModule(usersModule);

const MINUTE_MS = 60_000;

export default function LoginState({ userName }: { readonly userName: string }) {
  const now = useNow(MINUTE_MS);
  const { data: self } = useFetchSelfQuery();
  const { currentData: user } = useFetchUserQuery({ userName }, { skip: self === undefined || !isAdmin(self) });
  return <Diagnosis userName={userName} user={user} now={now} />;
}
