/** Words that many entries have, whoever was paid. */
const COMMON = new Set(
  `card payment purchase debit credit transfer direct pos visa mastercard maestro atm withdrawal online sepa the
   and for from with kartenzahlung lastschrift gutschrift ueberweisung uberweisung dauerauftrag basislastschrift
   girocard sagt danke und von carte achat virement prelevement paiement compra pago tarjeta transferencia recibo
   pagamento acquisto bonifico betaling betaalautomaat overboeking incasso gmbh ltd inc llc sarl bv spa plc com www
   ref date nr number zahlung konto account`.split(/\s+/),
);

/** Words of every day, which name a shop only together with another one. */
const ORDINARY = new Set(
  `all and any are as at back big but by can day first for free from get good great had has have her here him his
   home house how into its just large last life like little long made make many more most much near new next nice
   not now off old one only other our out over own party per people place small some special that the their them
   then there these they thing this those three time today two under until upon very was way week weekend well were
   what when where which while white whole who why will with without work world year years you young your family
   friend friends kids gift present birthday dinner lunch breakfast food drink drinks coffee shop store market town
   city street house garden green blue black best better fresh happy lucky royal star super total trip holiday
   monthly weekly daily annual part alle auch auf aus bei beim das dem den der des die durch ein eine einem einen
   einer fuer fur ganz ganze gross grosse gut gute guten haus heute ihr ihre im ist jahr kein klein kleine mein
   meine mit nach neu neue neuen nicht noch nur oder ohne schone sehr sein seine sich sie sind tag uber und uns
   unser unsere unter von vom vor war was wie wir wird woche zum zur familie freunde geschenk geburtstag essen
   markt stadt strasse avec aux bon bonne chez dans des deux elle est famille grand grande jour leur les maison mes
   mon nos notre nous nouveau par petit petite plus pour que qui sans ses son sont sur tous tout toute une vous
   amis cadeau anniversaire marche ville rue casa como con cosa del della delle desde dos ella era esta este
   familia grande hasta las los mas mes mercado mucho muy nos nuestra nuevo para pero por que sin sobre son sus
   toda todo una uno amigos regalo ciudad calle alla anche bella bello buon buona che citta dal dei dopo gli
   mercato nel non nostro nuova nuovo per piccolo piu sono sul tutta tutto una famiglia amici regalo aan bij dag
   deze een goed groot het hun huis klein maar met mijn naar niet nieuw nog onze ook oud over stad straat uit van
   veel voor waar wat werk zijn zonder gezin vrienden cadeau`.split(/\s+/),
);

/** Whether a word tells nothing alone: it is short, or one of every day. */
export function isOrdinary(word: string): boolean {
  return word.length < ALONE_MIN || ORDINARY.has(word);
}

/** The shortest word that can name a shop alone. */
const ALONE_MIN = 4;

/** The shortest word that says something. */
const WORD_MIN = 3;

/** A text in small letters, without accents, punctuation and digits, with single spaces. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
}

/** The words of a text by which entries can be told apart. */
export function tellingWords(text: string): string[] {
  return plainWords(text)
    .split(' ')
    .filter((word) => word.length >= WORD_MIN && !COMMON.has(word));
}

/** Whether two texts are about the same: they share a telling word, or one begins with a word of the other. */
export function areAlike(text: string, otherText: string): boolean {
  const words = tellingWords(text);
  const otherWords = tellingWords(otherText);
  return words.some((word) => otherWords.some((another) => isPrefix(word, another) || isPrefix(another, word)));
}

/** Banks cut words off: a beginning of four letters or more counts as the word. */
function isPrefix(short: string, long: string): boolean {
  return short === long || (short.length > WORD_MIN && long.startsWith(short));
}
