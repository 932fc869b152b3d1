/** A DNS server on loopback that answers questions for TXT records from a map; names that are not in it do not exist. */
import { createSocket } from 'node:dgram';

const TYPE_TXT = 16;
const [NO_ERROR, SERVER_FAILURE, NAME_ERROR] = [0, 2, 3];

export interface DnsServer {
  /** The value for DNS_SERVERS. */
  readonly address: string;
  /** The TXT records of each name; `'fails'`: the server answers SERVFAIL. */
  readonly records: Map<string, readonly string[] | 'fails'>;
  close(): void;
}

export async function startDns(): Promise<DnsServer> {
  const records: DnsServer['records'] = new Map();
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    socket.send(answerOf(question, records), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  return { address: `127.0.0.1:${String(port)}`, records, close: () => socket.close() };
}

function answerOf(message: Buffer, records: DnsServer['records']): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = message.subarray(12, at + 5);
  const found = records.get(labels.join('.').toLowerCase());
  const values = found === undefined || found === 'fails' ? [] : found;
  const code = found === 'fails' ? SERVER_FAILURE : found === undefined ? NAME_ERROR : NO_ERROR;
  const header = Buffer.alloc(12);
  header.writeUInt16BE(message.readUInt16BE(0), 0);
  header.writeUInt16BE(0x81_80 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(values.length, 6);
  return Buffer.concat([header, question, ...values.map(recordOf)]);
}

/** A record at the name of the question, in parts of 255 bytes, as the protocol requires. */
function recordOf(value: string): Buffer {
  const parts = (value.match(/.{1,255}/gs) ?? ['']).map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]));
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc0_0c, 0);
  head.writeUInt16BE(TYPE_TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
