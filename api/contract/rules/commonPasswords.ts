/** The most common passwords, lower case and without accents. Used by `commonPassword.ts` only. */

const listed = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Rejected as they are. */
export const commonPasswords = listed(`
  000000 00000000 111111 11111111 112233 121212 123123 123123123 123321 1234 12345 123456 1234567 12345678 123456789 1234567890 131313
  159753 222222 333333 444444 520520 54321 555555 654321 666666 696969 7777777 777777 88888888 888888 987654 987654321 999999
  0123456789 0987654321 147258 147258369 123654 112358 102030 101010 aaaaaa abcabc abcdef abcdefg
  123abc 123asd 123qwe 123qweasd 1234abcd 1234qwer 12345a 12345q 12345qwert 123456a 123456aa 123456ab 123456abc 1234567a 12345678a
  123456789a 123456q 123456qwerty 12qwaszx 18atcskd2w 1a2b3c 1a2b3c4d 1g2w3e4r 1q2w3e 1q2w3e4 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r!
  1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qaz!qaz 1qaz@wsx !qaz2wsx 1qazxsw2 1qw23er4 3rjs1la7qe a123456 a1234567 a12345678 a123456789 a1a2a3 a1b2c3
  a1b2c3d4 a1s2d3f4 aa112233 aa123123 aa123456 aa12345678 aaa111 ab123456 ab1234 abc123 abc123! abc1234 abc12345 abc123456 abc123def abc321
  abc@123 abc@1234 abc.123 abcd123 abcd1234 abcd@123 abcd@1234 abcd12345 abcde123 asd123 asd123asd asdasd123 asdf123 asdf1234 as123456 az123456
  b123456 d123456 g9l2d1fc l123456 m123456 p@ss123 p@ss1234 pa55 pass1 pass12 pass123 pass1234 pass12345 pass@123 pass@1234 pwd123 q123456
  q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qaz123 qazwsx12 qazwsx123 qq123456 qw123456 qwe123 qwe123qwe qwe12345 qweasd123 qwer123 qwer1234 qwert12
  qwert123 qwert1234 r2d2c3po s123456 ss123456 thx1138 u2u2u2 w123456 xx123456 z123456 zaq12wsx zaq1xsw2 zaq1zaq1 zx123456 zxc123 zxcv1234 zz123456
`);

/** Rejected with any decoration too: capitals, digits and signs around or between, letters written as digits. Letters only. */
export const commonWords = listed(`
  password passwords passwort passwd passwrd mypassword thepassword motdepasse contrasena contrasenia senha parola wachtwoord
  kennwort geheim geheimnis secret topsecret letmein letmeinnow openup opensesame welcome welcomeback willkommen welkom bienvenue bienvenido
  changeme changeit changethis changepassword newpassword temppassword temp temporary default initial login signin logon admin administrator
  administrador adminadmin sysadmin superadmin superuser root rootroot toor guest user username test tester testing testtest testuser demo
  sample example qwerty qwertyu qwertyui qwertyuiop qwertz qwertzu qwertzui qwertzuiop azerty azertyuiop qwert qwertyqwerty asdf asdfasdf asdfg
  asdfgh asdfghj asdfghjk asdfghjkl asdasd qweasd qweasdzxc qweqwe qazwsx qazwsxedc wsxedc zaqxsw zxcvb zxcvbn zxcvbnm yxcvbn yxcvbnm zxczxc
  iloveyou iloveu iloveme iloveyousomuch loveyou loveme lovely lover love ichliebedich ichliebe teamo tequiero jetaime amore schatz schatzi
  liebe liebling engel princess prinzessin princesa dragon monkey tigger tiger panther lion bear wolf eagle falcon phoenix unicorn dolphin horse
  kitty kitten puppy rabbit chicken turtle butterfly schmetterling football fussball fusball soccer futbol baseball basketball volleyball hockey
  tennis golfer golf rugby cricket superman batman spiderman ironman pokemon pikachu starwars startrek matrix naruto minecraft fortnite roblox
  master masterkey shadow sunshine sunflower sonnenschein sonne flower flowers blume blumen rainbow summer sommer winter spring autumn herbst
  fruhling fruehling january february march april june july august september october november december januar februar marz maerz juni juli
  oktober dezember monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag
  freedom whatever nothing something trustno trustnoone michael michelle jordan ashley jessica charlie daniel daniela thomas andrew andrea
  joshua matthew robert jennifer hunter ranger buster harley killer george pepper ginger maggie bailey jasmine sophie nicole hannah amanda
  melissa elizabeth samantha alexander alexandra anthony christian christopher benjamin nicholas patrick richard steven william brandon
  justin taylor tyler austin dallas chelsea arsenal liverpool manchester barcelona realmadrid juventus bayern dortmund schalke borussia hamburg
  berlin munchen muenchen frankfurt stuttgart germany deutschland england london america newyork texas california canada australia india
  mumbai delhi krishna ganesh sairam computer internet samsung google apple iphone android windows microsoft linkedin facebook instagram
  twitter youtube netflix amazon hotmail yahoo office company firma business server system manager support service security access account
  money cheese cookie cookies chocolate schokolade banana orange apples purple yellow silver golden diamond crystal mustang ferrari porsche
  mercedes corvette camaro yamaha honda toyota suzuki harleydavidson mersedes hello hallo hallohallo helloworld hellohello hellokitty jesus
  jesuschrist christ angel angels heaven blessed forever friend friends family mother father mama papa mommy daddy sister brother babygirl
  babyboy baby honey sweety sweetheart beautiful sexy fuckyou fuckme fuckoff asshole bitch pussy ninja samurai wizard merlin gandalf genesis
  hacker zombie vampire metallica slipknot nirvana guitar music player gamer gaming peanut snoopy scooby mickey mickeymouse donald garfield
  corona covid lucky happy smile sweet cool coolio awesome chance victory winner number passion peace power spirit star thunder lightning
  blackberry strawberry cherry lemon pumpkin coffee kaffee whisky whiskey pizza hamster maus mausi hase hasi baerchen barchen
`);
