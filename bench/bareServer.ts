/** Reference for the rates of calls: a bare Fastify route with one `pg` select by key, on the database that is measured. */
import fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = fastify();
app.get<{ Params: { userId: string } }>('/users/:userId', async ({ params }) => {
  const { rows } = await pool.query('SELECT user_id, user_name, email, roles FROM users WHERE user_id = $1', [params.userId]);
  return rows[0] as unknown;
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`listening on ${url}`);
