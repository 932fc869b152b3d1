/** `npm run admin`. */
import { runAdmin } from './commands.ts';

const { code, out, err } = await runAdmin(process.argv.slice(2), process.env);
if (out !== '') console.log(out);
if (err !== '') console.error(err);
process.exitCode = code;
