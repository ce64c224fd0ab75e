import { plainLetters } from '../../fields.ts';
import { letteredCurrency } from './amounts.ts';

/** The roles that a header can give a column. */
export type HeaderRole =
  | 'booked'
  | 'date'
  | 'done'
  | 'value'
  | 'amount'
  | 'debit'
  | 'credit'
  | 'sign'
  | 'balance'
  | 'title'
  | 'party'
  | 'payer'
  | 'id'
  | 'reference'
  | 'currency'
  | 'account'
  | 'category'
  | 'subcategory'
  | 'kind'
  | 'state';

/** Words of headers by role, without accents, in lower case; the languages of Europe's and America's banks. */
const HEADERS: Readonly<Record<HeaderRole, string>> = {
  booked:
    'buchungstag|buchungsdatum|buchung|buchungs datum|verbuchungsdatum|booking date|date booked|booked|' +
    'booked date|posting date|posted date|post date|date posted|posted|posted on|accounting date|entry date|' +
    'completed date|completed date utc|date completed|finished on|date comptable|date de comptabilisation|' +
    'date compta|fecha contable|data contabile|data registrazione|data ksiegowania|boekdatum|boekingsdatum|' +
    'bokforingsdag|bokforingsdatum|bokforingsdatum|bokford|bokfort|bokforingsdato|bokfort dato|bogfort|' +
    'bogforingsdato|bogfort dato|kirjauspaiva|datum zauctovani|zauctovano|datum zuctovania|datum zauctovani|' +
    'konyveles datuma|konyvelesi datum|data de lancamento|data lancamento|date processed|process date|' +
    'processed date|settlement date|clearing date|cleared date|datum knjizenja',
  date:
    'date|datum|data|fecha|dato|dag|tag|pvm|paivamaara|dátum|datums|kuupaev|date time|datetime|date and time|' +
    'datum uhrzeit|day|jour|giorno|dia|created|created on|created at|created date|created date utc|timestamp|' +
    'date operation|date de l operation|date d operation|date dop|f operacion|fecha operacion|fecha de operacion|' +
    'fecha de la operacion|data operazione|data movimento|data mov|data do movimento|data operacji|' +
    'data transakcji|datum operace|datum transakce|datum provedeni|datum pohybu|tranzakcio datuma|' +
    'tranzakcio idopontja|transaktionsdatum|transaktionsdag|transactiedatum|umsatzdatum|data operacao|tarih|' +
    'islem tarihi|data tranzactiei|date transaction|date utc|started date|time|date started|execution date|' +
    'payment date|date effective|effective date|datum en tijd|afschriftdatum|datum obchodu|ημερομηνια|дата|' +
    'дата операции|日期|取引日',
  done:
    'transaction date|trans date|tran date|txn date|date of transaction|transaction date utc|' +
    'transaction posted date|purchase date|belegdatum|kaufdatum|einkaufsdatum|trade date|auftragsdatum|' +
    'datum transactie|transactie datum|fecha transaccion|fecha movimiento|data acquisto|kopdatum|kjopsdato|' +
    'umsatztag|datum verrichting|uitvoeringsdatum|authorisation date|authorised on|started date|date d achat',
  value:
    'valuta|valutadatum|valutatag|wertstellung|wertstellungsdatum|wertstellung valuta|wert|value date|val date|' +
    'value|date valeur|date de valeur|valeur|fecha valor|f valor|data valuta|data valor|data waluty|rentedatum|' +
    'rentedato|rentedag|valutadag|valutadato|valor|valör|arvopaiva|ertekn|erteknap|data valutazione|valor fecha|' +
    'interest date',
  amount:
    'amount|amt|money|transaction amount|amount of transaction|net amount|net|netto|total amount|paid amount|' +
    'billing amount|booked amount|settlement amount|buchungsbetrag|betrag|umsatz|umsatz in|umsatzbetrag|' +
    'betrag in|bedrag|transactiebedrag|montant|montant de l operation|montant operation|montant net|importe|' +
    'importe operacion|importe de la operacion|cantidad|importo|importo netto|ammontare|valor|valor r|valor em|' +
    'montante|quantia|belopp|belop|belob|summa|kwota|kwota operacji|kwota transakcji|kwota w walucie rachunku|' +
    'castka|castka transakce|zauctovana castka|objem|ciastka|suma|suma operacji|osszeg|tranzakcio osszege|' +
    'konyvelt osszeg|maara|summa eur|tutar|iznos|znesek|ποσο|сумма|сумма операции|金额|debit credit amount|' +
    'amount debit credit|inflow outflow|value|bewegung|movimiento|movimento|einzahlung auszahlung|mutatie|' +
    'mutation|flow|amount in account currency|amount account currency|montant en|importe en',
  debit:
    'debit|debit amount|debits|amount debit|debit amt|debit transaction amount|withdrawal|withdrawals|' +
    'withdrawal amt|withdrawal amount|withdrawal amount inr|paid out|money out|out|outflow|outgoing|spent|' +
    'spent amount|payments out|soll|belastung|belastungen|abbuchung|lastschrift|ausgang|ausgaben|ausgabe|debet|' +
    'af|uit|uitgaven|uitgave|bedrag af|debit eur|depense|depenses|montant debit|cargo|cargos|adeudo|debe|debito|' +
    'debitos|gasto|gastos|salida|salidas|importe cargo|dare|uscite|uscita|addebiti|addebito|importo addebito|ut|' +
    'uttag|utgift|utgifter|ut fra konto|ut av konto|haevet|obciazenia|obciazenie|wydatki|kwota obciazenia|vydaj|' +
    'vydaje|terheles|kiadas|saida|saidas|menot|otot|charges|charge|money out gbp|izdaci|retiros|retiro|giros|' +
    'расход|списание|сумма списания|дебет',
  credit:
    'credit|credit amount|credits|amount credit|credit amt|credit transaction amount|deposit|deposits|' +
    'deposit amt|deposit amount|deposit amount inr|paid in|money in|in|inflow|incoming|received|received amount|' +
    'payments in|haben|gutschrift|gutschriften|eingang|einnahmen|einnahme|bij|inkomsten|bedrag bij|credit eur|' +
    'recette|recettes|montant credit|abono|abonos|haber|ingreso|ingresos|entrada|entradas|importe abono|credito|' +
    'creditos|avere|entrate|entrata|accrediti|accredito|importo accredito|insattning|insattningar|inkomst|' +
    'inn pa konto|inn|inntekt|indsat|uznania|uznanie|wplywy|przychody|kwota uznania|prijem|prijmy|jovairas|' +
    'bevetel|panot|money in gbp|depositos|deposito|consignaciones|приход|зачисление|поступление|' +
    'сумма зачисления|кредит',
  sign:
    'direction|soll haben|haben soll|soll haben kennzeichen|s h|sh|af bij|bij af|debit credit|' +
    'debit credit indicator|credit debit|credit debit indicator|credit or debit|debit or credit|cr dr|dr cr|' +
    'cr dr indicator|dc|d c|cd|c d|cdflag|cd flag|d k|k d|debet credit|debet kredit|deebet kreedit|' +
    'deebet kreedit d c|debetas kreditas|kennzeichen|richting|sens|signo|segno|tipo|type|transaction type|' +
    'trans type|direction|in out|bevetel kiadas|deb cred|debito credito|credit debet|bij of af|indicator|sign|' +
    'vorzeichen|plus minus|entry type|tipo de movimiento|tipo movimento|znamienko|kredit debet|typ',
  balance:
    'balance|running balance|running bal|bal|account balance|available balance|ledger balance|closing balance|' +
    'current balance|balance after|balance after transaction|balance amount|end balance|endsaldo|eindsaldo|' +
    'balance gbp|saldo|saldo nach buchung|saldo nach|saldo na trn|saldo na mutatie|saldo na transactie|' +
    'saldo po operacji|saldo po transakcji|saldo contabile|saldo disponibile|saldo disponible|saldo contable|' +
    'saldo final|saldo apos|saldo contabilistico|saldo eur|saldo dopo|neuer saldo|kontostand|kontostand nach|' +
    'guthaben|solde|solde apres|bokfort saldo|bogfort saldo|tillganglig saldo|zustatek|zostatok|egyenleg|' +
    'konyvelt egyenleg|jaak|likutis|atlikums|bakiye|stand|bilanz|stav|stanje|sold|remaining balance|' +
    'accounting balance|υπολοιπο|остаток|disponible|余额',
  title:
    'description|transaction description|original description|desc|details|transaction details|payment details|' +
    'booking details|narrative|narration|transaction narration|transaction remarks|remarks|remark|particulars|' +
    'transaction particulars|memo|memo description|title|payment reference|statement description|' +
    'extended details|detail|transaction|message|purpose|payment purpose|note|notes|note to self|comment|' +
    'comments|verwendungszweck|vwz|buchungstext|beschreibung|buchungsdetails|text|umsatztext|' +
    'transaktionsbeschreibung|zahlungsgrund|mitteilung|avisierungstext|betreff|bezeichnung|beschreibung1|' +
    'libelle|libelle operation|libelle de l operation|libelle complet|libelle simplifie|detail de l ecriture|' +
    'nature de l operation|informations complementaires|communication|communications|descripcion|concepto|' +
    'concepto ampliado|observaciones|detalle|movimiento|descrizione|descrizione operazione|descrizione estesa|' +
    'causale|dettagli|operazione|descricao|descricao do movimento|historico|lancamento|descritivo|omschrijving|' +
    'mededeling|mededelingen|vrije mededeling|betalingskenmerk|tekst|teks|beskrivelse|beskrivning|rubrik|' +
    'specifikation|meddelande|transaktion|forklaring|opis|opis operacji|opis transakcji|tytul|tytul operacji|' +
    'szczegoly|popis|popis transakce|zprava|zprava pro prijemce|poznamka|ucel platby|kozlemeny|megjegyzes|' +
    'selitys|viesti|selgitus|mokejimo paskirtis|paaiskinimai|maksajuma merkis|aciklama|svrha|opis placila|' +
    'назначение|описание|αιτιολογια|摘要|info|narrative 1|description 1|main description|posting text|label|what|' +
    'subject',
  party:
    'name|naam|nom|nombre|nome|navn|namn|nimi|payee|payee name|merchant|merchant name|counterparty|' +
    'counterparty name|counter party|name of counterparty|other party|beneficiary|beneficiary name|recipient|' +
    'recipient name|target name|to|vendor|store|partner|partner name|partnername|partner neve|naam tegenpartij|' +
    'naam omschrijving|naam tegenrekening|tegenpartij|naam begunstigde|begunstigde|tegenrekeninghouder|' +
    'handelaar|beguenstigter zahlungspflichtiger|begunstigter zahlungspflichtiger|begunstigter|beguenstigter|' +
    'auftraggeber begunstigter|auftraggeber beguenstigter|begunstigter auftraggeber|beguenstigter auftraggeber|' +
    'auftraggeber empfanger|auftraggeber empfaenger|empfanger|empfaenger|empfanger zahlungspflichtiger|' +
    'empfanger auftraggeber|zahlungsempfanger|zahlungsempfanger in|name zahlungsbeteiligter|zahlungsbeteiligter|' +
    'name des partners|gegenpartei|gegenkonto name|kontoinhaber gegenkonto|handler|contrepartie|tiers|' +
    'beneficiaire|nom du beneficiaire|fournisseur|nom contrepartie|nom de la contrepartie|beneficiario|' +
    'destinatario|ordenante beneficiario|beneficiario ordenante|comercio|controparte|beneficiario ordinante|' +
    'contraparte|mottagare|motpart|mottagare avsandare|mottaker|modtager|saaja|saaja maksaja|kontrahent|' +
    'nadawca odbiorca|odbiorca nadawca|odbiorca|nazwa odbiorcy|dane kontrahenta|nazev protiuctu|nazov protiuctu|' +
    'protiucet nazev|kedvezmenyezett|ellenoldali nev|saaja nimi|saaja maksja|gavejas|gavejas moketojas|sanemejs|' +
    'primatelj|получатель|контрагент|对方|bank account name|from to|to from',
  payer:
    'payer|payer name|paid by|sender|sender name|source name|from|auftraggeber|zahlungspflichtige r|' +
    'zahlungspflichtiger|ordenante|ordinante|betaler|betalare|avsandare|avsender|nadawca|maksaja|naam betaler|' +
    'opdrachtgever|platnik',
  id:
    'id|transaction id|transactionid|transaction identifier|transaction number|transaction no|transaction code id|' +
    'trans id|transaction ref|transaction reference|transaction reference number|trn|txn id|tran id|txn ref|' +
    'unique id|uniqueid|fitid|entry id|record id|bank reference|bank id|operation id|journal id|transferwise id|' +
    'wise id|payment id|receipt id|order id|transaktions id|transaktionsid|transaktionscode|transaktionsnummer|' +
    'transaktionsnr|buchungsreferenz|buchungs id|umsatz id|transaktions nr|transaktionskennung|referenznummer|' +
    'transactie id|transactiereferentie|transactienummer|transactie referentie|volgnr|volgnummer|id transaction|' +
    'identifiant|numero operation|numero de operacion|numero operacion|numero de movimiento|id operacion|' +
    'identificador|id transaccion|id transazione|numero operazione|codice operazione|id movimento|id operacji|' +
    'id transakcji|numer transakcji|referencje|id transakce|id operace|id pohybu|cislo transakce|' +
    'referencni cislo transakce|referencni cislo|tranzakcio azonosito|arkistointitunnus|arkiveringskode|arkivref|' +
    'arkiveringsref|arkivreferens|verifikationsnummer|transaktionsreferens|arhiveerimistunnus|iraso nr|' +
    'ieraksta nr|islem no|uuid|guid|reference id|numeraire|operation reference|archive id|archiving code|' +
    'registration number',
  reference:
    'reference|ref|ref no|reference no|reference number|referenz|referentie|referencia|riferimento|referens|' +
    'referanse|viite|bank reference number',
  currency:
    'currency|ccy|curr|currency code|cur|transaction currency|account currency|wahrung|waehrung|buchungswahrung|' +
    'kontowahrung|valuta|valutakod|munt|muntsoort|devise|devise compte|monnaie|divisa|moneda|moeda|waluta|' +
    'waluta rachunku|mena|mena uctu|devizanem|tranzakcio devizaneme|valuutta|valuuta|valute|para birimi|' +
    'monnaie du compte|валюта|currencycode|valiuta|saldo valuta',
  account:
    'account|account number|account no|account id|account name|own account|from account|account iban|' +
    'iban account|my account|account description|wallet|auftragskonto|iban auftragskonto|auftraggeberkonto|' +
    'iban auftraggeberkonto|konto|eigenes konto|kontonummer|kontonr|iban|ibankonto|kontobezeichnung|kreditkarte|' +
    'rekening|rekeningnummer|iban bban|eigen rekening|iban rekening|van rekening|tegoedrekening|kredietkaart|' +
    'compte|numero de compte|numero compte|compte iban|num compte|cuenta|numero de cuenta|conto|numero conto|' +
    'rapporto|conta|numero da conta|kontonummer eget|rachunek|numer rachunku|moje konto|cislo uctu|vlastni ucet|' +
    'szamlaszam|konyvelesi szamla|tili|tilinumero|kliendi konto|saskaitos nr|card number|card no|card|product|' +
    'счет|номер счета|nomor rekening|source account|auftragskonto iban',
  category:
    'category|kategorie|categorie|categoria|kategori|kategoria|budget category|category name|' +
    'rubriek|categorie operation|budget',
  subcategory:
    'subcategory|sub category|unterkategorie|sous categorie|subcategorie|subcategoria|sottocategoria|' +
    'underkategori|podkategorie|podkategoria',
  state:
    'status|state|transaction status|payment status|booking status|buchungsstatus|umsatzstatus|zustand|statut|etat|' +
    'estado|situacao|stato|stan|stan transakcji|status transakcji|stav|stav transakce|stav platby|tila|olek|staatus|' +
    'statuss|busena|allapot|statusz|stare|durum|islem durumu|статус|состояние|стан|状态|交易状态|当前状态|状態|상태|κατασταση',
  kind:
    'type|transaction type|trans type|typ|tipo|soort|mutatiesoort|transactiesoort|code|buchungsart|umsatzart|' +
    'umsatztyp|vorgang|geschaftsvorfall|buchungstext|transaktionstyp|transaktionsart|type operation|' +
    'type d operation|tipo operazione|tipo movimento|tipo de movimiento|rodzaj operacji|typ operacji|' +
    'typ transakcji|typ transakce|nazev transakce|tranzakcio tipusa|transaktionstyp|status|state|activity|action|' +
    'details|method',
};

/** Headers of apps and of banks beyond Europe and America, which all weigh the same. */
const MORE_HEADERS: Readonly<Partial<Record<HeaderRole, string>>> = {
  booked: 'дата платежа',
  date: 'tanggal|tanggal transaksi|tgl|ngay|ngay giao dich|tarikh',
  amount:
    'jumlah|nominal|so tien|source amount after fees|сумма платежа|сумма в валюте карты|' + 'сума в валюті картки',
  debit:
    'withdrawn|withdraw|expense amount|expense|expenses|outcome|outcomes|money spent|amount out|' +
    'amount spent|debits amount|ausgabe betrag|montant depense|importe gasto',
  credit: 'income amount|income|incomes|amount in|amount received|revenue',
  balance: 'залишок на кінець періоду|залишок|остаток после операции|остаток на счете',
  title:
    'keterangan|deskripsi|uraian|mo ta|noi dung|dien giai|butiran|опис операції|описание операции|опис|' +
    'призначення платежу|назначение платежа',
  currency: 'валюта платежа|source currency|валюта картки',
  account:
    'картка|номер картки|номер карты|карта|рахунок|номер рахунку|accountname|accountnumber|account nr|' + 'kontoname',
  category: 'категорія|категория|类别',
};
const MORE_WEIGHT = 95;

/** Words of headers of amounts other than the booked amount. */
const OTHER = new RegExp(
  '\\b(original\\w*|orig|ursprung\\w*|fremd\\w*|foreign|local|instructed|exchange|kurs|koers|rate|taux|cambio|' +
    'wechselkurs|fee|fees|gebuhr\\w*|entgelt|kosten|frais|comision|commissione|tax|vat|mwst|steuer|tva|' +
    'quantity|anzahl|shares|price|preis|puvodni|ursprunglig\\w*|oprindelig\\w*|limit|cashback|points|tip|' +
    'discount|origineel|originele|origine|devise d origine|gegen\\w*|tegen\\w*|counter ?account|' +
    'counterparty account|zahlungsbeteiligter|partner\\w* (account|iban|konto)|protiuc\\w*|' +
    'beneficiar\\w* account|auslagenersatz|end to end|mandat\\w*|glaubiger\\w*|bic|swift)\\b',
);

/** Roles of columns that may well be about the other side. */
const NAMES_OTHERS: ReadonlySet<HeaderRole> = new Set<HeaderRole>([
  ...(['title', 'party', 'payer', 'category', 'subcategory', 'kind', 'state'] as const),
]);

/** Words of headers of the other side's account, which is no name. */
const NUMBERS = /\b(iban|kto|konto|account|number|nr|no|bic|blz|rekening|email|address|adres|adresse|id)\b/;

type Entry = { role: HeaderRole; words: string; weight: number };
const EXACT: ReadonlyMap<string, readonly Entry[]> = entriesByWords();
/** The entries that a longer header can contain, by their first word. */
const CONTAINED: ReadonlyMap<string, readonly Entry[]> = Map.groupBy(
  [...EXACT.values()].flat().filter(({ words }) => words.length >= 4),
  ({ words }) => words.split(' ')[0] ?? '',
);

function entriesByWords(): ReadonlyMap<string, readonly Entry[]> {
  const entries = new Map<string, Entry[]>();
  const add = (role: HeaderRole, text: string, weight: number) => {
    const words = normalisedHeader(text);
    const entry = { role, words, weight };
    const namesakes = entries.get(words);
    if (!namesakes) entries.set(words, [entry]);
    else if (!namesakes.some((known) => known.role === role)) namesakes.push(entry);
  };
  for (const [role, texts] of Object.entries(HEADERS) as [HeaderRole, string][]) {
    // The first word is preferred among columns of the same role.
    for (const [index, text] of texts.split('|').entries()) add(role, text, 100 - index / 10);
  }
  for (const [role, texts] of Object.entries(MORE_HEADERS) as [HeaderRole, string][]) {
    for (const text of texts.split('|')) add(role, text, MORE_WEIGHT);
  }
  return entries;
}

/** A header in lower case, without accents, signs and double spaces. */
export function normalisedHeader(header: string): string {
  return plainLetters(header)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const UNITS = new RegExp(
  ' (?:in |en |em |w )?(?:eur|usd|gbp|chf|sek|nok|dkk|pln|czk|huf|inr|sgd|aud|cad|nzd|ron|bgn|try|brl|r|' +
    'euro|euros|us|kr|a)$',
);
/** A text of more words is no header. */
const HEADER_WORDS_MAX = 7;
const CACHED_HEADERS_MAX = 5_000;
const cache = new Map<string, ReadonlyMap<HeaderRole, number>>();

/**
 * The roles that a column can have by its header, each with how well it fits, to 100: the whole header is known words,
 * or it contains them. Headers about something else, such as `Original amount`, fit less.
 */
export function rolesOfHeader(header: string): ReadonlyMap<HeaderRole, number> {
  if (header.length > 80) return new Map();
  const remembered = cache.get(header);
  if (remembered) return remembered;
  const roles = new Map<HeaderRole, number>();
  const whole = normalisedHeader(header);
  // As in `RunningBalance`.
  const apart = normalisedHeader(header.replaceAll(/(\p{Ll})(?=\p{Lu}\p{Ll})/gu, '$1 '));
  const words = EXACT.has(whole) ? whole : apart;
  const bare = words.replace(UNITS, '').replace(/ \d$/, '');
  const isOther = OTHER.test(words);
  const add = (role: HeaderRole, score: number) => {
    const less = isOther && !NAMES_OTHERS.has(role) ? 60 : 0;
    roles.set(role, Math.max(roles.get(role) ?? 0, score - less));
  };
  for (const entry of EXACT.get(words) ?? []) add(entry.role, entry.weight);
  if (roles.size === 0) for (const entry of EXACT.get(bare) ?? []) add(entry.role, entry.weight - 1);
  const parts = words.split(' ');
  if (roles.size === 0 && parts.length <= HEADER_WORDS_MAX) {
    const within = ` ${words} `;
    for (const entry of parts.flatMap((part) => CONTAINED.get(part) ?? [])) {
      const isNumber = (entry.role === 'party' || entry.role === 'payer') && NUMBERS.test(words);
      if (!isNumber && within.includes(` ${entry.words} `)) add(entry.role, 40 + entry.words.length / 2);
    }
  }
  if (cache.size >= CACHED_HEADERS_MAX) cache.clear();
  cache.set(header, roles);
  return roles;
}

const FEE = new RegExp(
  '\\b(fee|fees|fee amount|charge|charges|gebuhr|gebuhren|entgelt|provision|frais|commission|comision|comisiones|' +
    'commissione|commissioni|taxa|tarifa|tarifas|kosten|avgift|gebyr|prowizja|oplata|poplatek|poplatky|dij|jutalek|' +
    'comision|komisyon|masraf|комиссия|комісія|手数料|手续费)\\b',
);

/** Whether a header names fees, as `Fee` and `Source fee amount` are. */
export function isFee(header: string): boolean {
  return FEE.test(normalisedHeader(header));
}

/** The currency that a header names, as in `Betrag (EUR)`, or null if it names none. */
export function currencyOfHeader(header: string): string | null {
  if (header.includes('€')) return 'EUR';
  if (header.includes('£')) return 'GBP';
  const sign = /(?<!\p{L})\p{L}{1,3}\s?[$¥]|¥/u.exec(header)?.[0];
  if (sign !== undefined) return sign === '¥' ? 'JPY' : letteredCurrency(sign);
  return /\b(EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|INR|SGD|AUD|CAD|NZD|RON|BGN|TRY|BRL)\b/.exec(header)?.[1] ?? null;
}

const DEBITS = new Set(
  (
    's soll d dr db deb debit debet debe deebet debito debetas debits af uit out outflow withdrawal withdrawals ' +
    'withdraw spend expense expenses lastschrift belastung kiadas terheles wydatek obciazenie cargo gasto dare ' +
    'uscita addebito ut depense sortie payment paid outgoing ausgabe ausgang vydaj purchase money_out send sent ' +
    'egreso despesa saida sold sale charge depenses gastos despesas ausgaben uscite wydatki vydaje vydavky vydavok ' +
    'uitgave uitgaven utgift utgifter udgift udgifter meno menot kiadasok cheltuiala cheltuieli izdatak izdaci ' +
    'rashod trosak gider harcama расход расходы списание витрата витрати εξοδα εξοδο 支出 出金 출금 지출 expenditure'
  ).split(' '),
);
const CREDITS = new Set(
  (
    'h haben c cr k cre cred credit kredit kreedit credito kreditas credits bij in inflow deposit deposits income ' +
    'gutschrift bevetel jovairas wplyw uznanie abono ingreso avere entrata accredito inn insattning recette ' +
    'entree refund received incoming einnahme eingang prijem money_in receive receita entrada haber return reversal ' +
    'revenu revenus przychod przychody ingresos receitas einnahmen entrate prijmy inkomst inkomster inntekt ' +
    'inntekter indtaegt indkomst tulo tulot bevetelek venit venituri primitak primitci gelir доход доходы ' +
    'поступление пополнение дохід доходи εσοδα εσοδο 収入 收入 入金 입금 수입 earnings'
  ).split(' '),
);

/** Whether a cell says by a word or a sign that an amount is spent or received, or null if it is another word. */
export function directionOf(cell: string): 'debit' | 'credit' | null {
  const text = cell.trim();
  if (text === '-' || text === '−') return 'debit';
  if (text === '+') return 'credit';
  if (text.length > 24) return null;
  const word = normalisedHeader(text).replaceAll(' ', '_');
  if (DEBITS.has(word)) return 'debit';
  return CREDITS.has(word) ? 'credit' : null;
}
