import { startBenchServer } from './benchServer.ts';
import { measureEventLoopDelay } from './eventLoopDelay.ts';
import { measureForeignInput } from './foreignInput/measure.ts';
import { formatRow } from './resultTable.ts';
const site = await startBenchServer(5000);
console.log('started', site.pid, new Date().toISOString());
const timer = setInterval(() => {
  try { process.kill(site.pid, 0); } catch { console.log('DEAD', new Date().toISOString()); clearInterval(timer); }
}, 500);
try { for (const row of await measureForeignInput(site)) console.log(formatRow(row)); console.log(new Date().toISOString());
for (const row of await measureEventLoopDelay(site)) console.log(formatRow(row)); }
catch (error) { console.log('FAILED', error); }
console.log('end', new Date().toISOString());
clearInterval(timer);
await site.stop();
console.log('stopped');
