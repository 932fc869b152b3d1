/** Hashes of other systems, made by other implementations than ours: each opens with its password and with no other, within a bound of cost. */
import { readImportedHash, storedImportedHash } from '../../../server/password/importedHash.ts';
import { passwordHasher, WEAK_PARAMETERS } from '../../../server/password/passwordHasher.ts';
import { wrap } from '../../../server/password/schemes/wrapped.ts';

const PASSWORD = 'Grüße-42 aus Köln';

/** The command that made each is beside it; Debian's python3-django 3.2, python3-passlib 1.7, php-cli 8.2 and argon2 20190702. */
const made: readonly (readonly [origin: string, hash: string])[] = [
  // django.contrib.auth.hashers.make_password(PASSWORD, hasher=…); bcrypt with `rounds = 5`
  ['Django PBKDF2', 'pbkdf2_sha256$260000$Cej6tvFKcivJTXfpI1WJLS$yDli+P+hsN+6etcVMXFP2rP/D8QH59hCWTjqDElSKFk='],
  ['Django PBKDF2 of SHA-1', 'pbkdf2_sha1$260000$pp6u2YpGoeWsAPP1eTnWnh$ZtTIiDmvJqRS+TsBKFp+yOXs4MM='],
  ['Django Argon2', 'argon2$argon2id$v=19$m=102400,t=2,p=8$WnAzaWdBT0s2SmY5dkNJeGdtN21hSA$x+6Po4WIJOONvQiAGVnCRw'],
  ['Django bcrypt of SHA-256', 'bcrypt_sha256$$2b$05$ZzVC.dobAXp3fds1BWm8W.og.U6agVMx0GabE.Yiwk8bd4gu0xhTK'],
  ['Django bcrypt', 'bcrypt$$2b$05$uVNovdetuQyEzsK0zq84V.vPCMVz77dNSRT/8EOfVqz4bM1WjloRS'],
  // scrypt$n$salt$r$p$base64 of hashlib.scrypt(PASSWORD, salt=b'saltysalt', n=1024, r=8, p=5, dklen=64)
  [
    'Django scrypt',
    'scrypt$1024$saltysalt$8$5$kUfyr7Wv3nVwrTH8I1PM7cl372lHXYymcy68ukU+XuTjhUO44oLFP/lSMF3Uvx8te9SnPgfyXGDI+NYRQgyZ5g==',
  ],
  // passlib.hash.….using(rounds=…).hash(PASSWORD)
  ['passlib PBKDF2 of SHA-1', '$pbkdf2$20000$8N7b.5/T.n8PIYSwdm6NkQ$aXBAngTqIHXZ7n.EKNaA5hV.NY4'],
  ['passlib PBKDF2 of SHA-256', '$pbkdf2-sha256$20000$c86Z01prjZES4vy/N4ZQ6g$OMuuxev2dMleq.PA/ifdoO3AG0u/EHD3qup3eAj9Kmo'],
  [
    'passlib PBKDF2 of SHA-512',
    '$pbkdf2-sha512$20000$mFOKUcrZ25tzLoUQYkypFQ$ePS7cz1pDJa3NYjAq8WkH4MWMnw9b1bUDTdvrZY5gOL0/CcQulSMH1SlXzaFaurEqd.7lnNqDX4xgSCz6zaE3w',
  ],
  ['passlib scrypt', '$scrypt$ln=13,r=8,p=1$sxbC2BtjDIGQsjbm/H9vLQ$M/CyK8ih4lxri5hJo4w0m5xmQ+wA8FfBKtkQ2PorIFs'],
  ['passlib Argon2i', '$argon2i$v=19$m=512,t=2,p=2$TYnRWouxNqaU8n4vZSwFQA$c3qjTpllJIrV15WL9ZmBXQ'],
  ['passlib phpass', '$P$9E09TSgNr9GqjW61aVJtVspGzms3Ah.'],
  ['passlib bcrypt', '$2b$06$mgqs.ra/J0CRDlwoVa5hLukkEDC4QDXFAiCv.hd73Kq.Q3A745JAi'],
  // php -r 'echo password_hash($p, PASSWORD_BCRYPT, ["cost" => 6]);'
  ['PHP bcrypt', '$2y$06$fTeuMbDoDbQi2RCzIR2TKuNDwInqNdDUXjYxFbo9RUJ95vjXt/Cfe'],
  // php -r 'echo "\$wp" . password_hash(base64_encode(hash_hmac("sha384", trim($p), "wp-sha384", true)), PASSWORD_BCRYPT, ["cost" => 6]);'
  ['WordPress bcrypt', '$wp$2y$06$04y2I1Yr9dUGwYweCwY2ruvYvVqTQ1hz7oLgHJVvNUQphqiywZIMy'],
  // printf PASSWORD | argon2 0123456789abcdef -id -t 3 -m 12 -p 4 -l 24 -e
  ['argon2 of the command line', '$argon2id$v=19$m=4096,t=3,p=4$MDEyMzQ1Njc4OWFiY2RlZg$D64RmlAvPmjEgDF582NpgajtuFbcAKSC'],
  // salt:hashlib.scrypt(PASSWORD in NFKC, salt=b'00112233445566778899aabbccddeeff', n=16384, r=16, p=1, dklen=64).hex()
  [
    'better-auth',
    '00112233445566778899aabbccddeeff:2bd99a3e9cb2051a84238c704ae792a225fdef7c840595bbe77f7e1d052b365de10f73f4e90a93f46ac47b3a3d992fef3d6631344780a9aaea2673c03740acbd',
  ],
];

function read(text: string) {
  const hash = readImportedHash(text);
  if (hash === undefined || hash === 'tooCostly') throw new Error(`Not read: ${String(hash)}`);
  return hash;
}

test.each(made)('%s opens with its password and with no other, and its dummy with none', async (_origin, text) => {
  const hash = read(text);
  expect([await hash.verify(PASSWORD), await hash.verify(`${PASSWORD}!`), await hash.verify('')]).toEqual([true, false, false]);
  const dummy = storedImportedHash(hash.dummy);
  expect([await dummy.verify(PASSWORD), dummy.dummy, hash.weak]).toEqual([false, hash.dummy, undefined]);
  // The dummy is public.
  const secrets = text.split(/[$:]/).filter((part) => part.length > 20);
  expect(secrets.filter((part) => hash.dummy.includes(part))).toEqual([]);
});

test('Firebase: the sample of its own repository', async () => {
  // github.com/firebase/scrypt, README: user1password, salt 42xEC+ixf3L2lw==, separator Bw==, rounds 8, memory cost 14.
  const signer = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==';
  const hash = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==';
  const salt = Buffer.concat([Buffer.from('42xEC+ixf3L2lw==', 'base64'), Buffer.from('Bw==', 'base64')]).toString('base64');
  const read = readImportedHash(`$firebase-scrypt$ln=14,r=8$${salt}$${signer}$${hash}`);
  if (read === undefined || read === 'tooCostly') throw new Error('Not read');
  expect([await read.verify('user1password'), await read.verify('user2password')]).toEqual([true, false]);
  expect(await storedImportedHash(read.dummy).verify('user1password')).toBe(false);
});

test('phpass: the sample of its own test', async () => {
  // openwall.com/phpass, test.php.
  const hash = read('$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0');
  expect([await hash.verify('test12345'), await hash.verify('test12346')]).toEqual([true, false]);
});

test.each([
  ['PBKDF2 with 2^31 iterations', 'pbkdf2_sha256$2147483648$salt$yDli+P+hsN+6etcVMXFP2rP/D8QH59hCWTjqDElSKFk='],
  ['PBKDF2 with a key of many blocks', `$pbkdf2-sha1$i=1000000$MDEyMzQ1Njc$${Buffer.alloc(60).toString('base64')}`],
  ['bcrypt of cost 31', '$2b$31$mgqs.ra/J0CRDlwoVa5hLukkEDC4QDXFAiCv.hd73Kq.Q3A745JAi'],
  ['bcrypt of cost 14', '$2b$14$mgqs.ra/J0CRDlwoVa5hLukkEDC4QDXFAiCv.hd73Kq.Q3A745JAi'],
  ['scrypt of 4 GiB', '$scrypt$ln=22,r=8,p=1$sxbC2BtjDIGQsjbm/H9vLQ$M/CyK8ih4lxri5hJo4w0m5xmQ+wA8FfBKtkQ2PorIFs'],
  ['scrypt of many lanes', 'scrypt$1024$saltysalt$8$5000$kUfyr7Wv3nVwrTH8I1PM7Q=='],
  ['Argon2 of 2 GiB', '$argon2id$v=19$m=2097152,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$D64RmlAvPmjEgDF582NpgajtuFbcAKSC'],
  ['Argon2 of many passes', '$argon2id$v=19$m=4096,t=4294967295,p=1$MDEyMzQ1Njc4OWFiY2RlZg$D64RmlAvPmjEgDF582NpgajtuFbcAKSC'],
  ['phpass of 2^30 rounds', '$P$SE09TSgNr9GqjW61aVJtVspGzms3Ah.'],
  ['Firebase of 64 GiB', '$firebase-scrypt$ln=26,r=8$MDEyMzQ1Njc$MDEyMzQ1Njc$MDEyMzQ1Njc'],
])('%s costs too much', (_what, text) => {
  expect(readImportedHash(text)).toBe('tooCostly');
});

test.each([
  ['plain text', 'Grüße-42 aus Köln'],
  ['nothing', ''],
  ['a locked account', '!'],
  [
    'SHA-512 crypt',
    '$6$rounds=5000$saltsalt$lQ8jolhgVRVhY4b5pZKaysCLi0QBxGoNeKQzQ3glMhwllF7oGDZxUhx1yxdYcz/e1JSbq3y6JMxxl8audkUEm0',
  ],
  ['a bcrypt hash that is too short', '$2b$06$mgqs.ra/J0CRDlwoVa5hLukkEDC4QDXFAiCv.hd73Kq'],
  ['a bcrypt hash that claims to be PBKDF2', '$pbkdf2-sha256$20000$2b$06$mgqs.ra/J0CRDlwoVa5hLukkEDC4QDXFAiCv'],
  ['PBKDF2 without iterations', '$pbkdf2-sha256$0$c86Z01prjZES4vy/N4ZQ6g$OMuuxev2dMleq.PA/ifdoO3AG0u'],
  ['scrypt with a number that is no power of two', 'scrypt$1000$salt$8$1$kUfyr7Wv3nVwrTH8I1PM7Q=='],
  ['Argon2 of the former version', '$argon2id$v=16$m=512,t=2,p=2$TYnRWouxNqaU8n4vZSwFQA$c3qjTpllJIrV15WL9ZmBXQ'],
  ['Argon2 with a secret', '$argon2id$v=19$m=512,t=2,p=2,keyid=a$TYnRWouxNqaU8n4vZSwFQA$c3qjTpllJIrV15WL9ZmBXQ'],
  ['a stored one', 'imported:x:y'],
  ['a wrapped one', '$wrapped$bWQ1JCQ$argon2id$v=19$m=512,t=2,p=2$TYnRWouxNqaU8n4vZSwFQA$c3qjTpllJIrV15WL9ZmBXQ'],
  ['a very long one', `pbkdf2_sha256$1000$${'s'.repeat(2000)}$yDli+P+hsN+6etcVMXFP2rP/D8QH59hCWTjqDElSKFk=`],
])('%s is of no known scheme', (_what, text) => {
  expect(readImportedHash(text)).toBeUndefined();
});

/** make_password(PASSWORD, hasher=…) of Django, passlib's ldap_salted_sha1, md5sum. */
const weak = [
  ['salted SHA-1', 'sha1$xxYYm0F5T3nFBU5ret581n$24a5b33d210c28c56fc6e051be75e946b4ac2060'],
  ['salted MD5', 'md5$26zFXYQyAy5BFvpGmdIoZO$3ffd3c5736ea54b9a57db76b4580bb02'],
  ['MD5', 'b7283113fe92422431b41b28854d31e3'],
  ['SSHA of LDAP', '{SSHA}2vkFIQsm9N/xxJJeqiZfpkEhPJ9JKSXk'],
] as const;

test.each(weak)(
  '%s is weak: wrapped in argon2id it opens with its password, and the table has nothing of it',
  async (_what, text) => {
    const { weak: inner, verify } = read(text);
    expect([await verify(PASSWORD), await verify('another')]).toEqual([true, false]);
    if (!inner) throw new Error('It is weak');
    expect(inner.digestOf(PASSWORD)).toBe(inner.digest);
    const argon2id = await passwordHasher({ parallel: 1, maxWaitMs: 0 }, WEAK_PARAMETERS).hash(inner.digest);
    const stored = wrap(text, inner.digest, argon2id);
    const wrapped = storedImportedHash(stored);
    expect([await wrapped.verify(PASSWORD), await wrapped.verify('another'), await wrapped.verify(inner.digest)]).toEqual([
      true,
      false,
      false,
    ]);
    const [, , form = ''] = stored.split('$');
    const kept = Buffer.from(form, 'base64');
    expect(kept.includes(inner.digest.slice(0, 16))).toBe(false);
    expect(kept.toString()).not.toContain(text.slice(-10));
  },
);
