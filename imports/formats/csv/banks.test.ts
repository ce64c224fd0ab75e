import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import type { ParsedFile } from '../../parsed.ts';
import { readCsv } from './read-csv.ts';

async function read(text: string, encoding = 'utf-8'): Promise<ParsedFile> {
  const file = await readCsv(iconv.encode(text, encoding), { fileName: 'export.csv', mapping: null, answers: {} });
  if (file === null) throw new Error('The reader of CSV decides on every file.');
  return file;
}

/** Rows as `date cents text / counterparty # id`, each only where it is there and another text. */
function shown({ rows }: ParsedFile): string[] {
  return rows.map(({ date, amount, title, text, counterparty, bankId, invalid }) => {
    const words = text ?? title;
    const party = counterparty !== null && counterparty !== words ? ` / ${counterparty}` : '';
    const id = bankId === null ? '' : ` # ${bankId}`;
    return invalid ? `invalid: ${invalid.column}: ${invalid.reason}` : `${date} ${amount} ${words}${party}${id}`;
  });
}

type Dialect = {
  bank: string;
  lines: string[];
  rows: string[];
  encoding?: string;
  account?: string;
  /** The closing balance that it states above the table, in cents. */
  closing?: number;
};

const DIALECTS: Dialect[] = [
  {
    bank: 'ING in the Netherlands',
    lines: [
      '"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen";"Saldo na mutatie";"Tag"',
      '"20240214";"Groenteboer Vis";"NL11INGB0001111111";"";"BA";"Af";"13,45";"Betaalautomaat";"Pasvolgnr: 001";"1200,55";""',
      '"20240213";"Werkgever BV";"NL11INGB0001111111";"NL22RABO0002222222";"OV";"Bij";"1.000,00";"Overschrijving";"Salaris";"1214,00";""',
    ],
    rows: ['2024-02-14 -1345 Pasvolgnr: 001 / Groenteboer Vis', '2024-02-13 100000 Salaris / Werkgever BV'],
    account: 'NL11INGB0001111111',
  },
  {
    bank: 'ABN AMRO, which writes no header and both balances on each line',
    lines: [
      '123456789\tEUR\t20240103\t1500,00\t1487,66\t20240103\t-12,34\tBEA, Betaalpas Bakker Bol',
      '123456789\tEUR\t20240105\t1487,66\t1987,66\t20240105\t500,00\tSEPA Overboeking huur',
    ],
    rows: ['2024-01-03 -1234 BEA, Betaalpas Bakker Bol', '2024-01-05 50000 SEPA Overboeking huur'],
  },
  {
    bank: 'Rabobank',
    lines: [
      '"IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Code","Transactiereferentie","Omschrijving-1","Omschrijving-2"',
      '"NL33RABO0003333333","EUR","RABONL2U","000000000000000101","2024-04-02","2024-04-02","-25,10","+974,90","NL44","Fietsenmaker","bc","","Nieuwe band","bon 7"',
      '"NL33RABO0003333333","EUR","RABONL2U","000000000000000102","2024-04-03","2024-04-03","+40,00","+1014,90","NL55","Tante Jo","cb","","Verjaardag",""',
    ],
    rows: [
      '2024-04-02 -2510 Nieuwe band bon 7 / Fietsenmaker # 000000000000000101',
      '2024-04-03 4000 Verjaardag / Tante Jo # 000000000000000102',
    ],
    account: 'NL33RABO0003333333',
  },
  {
    bank: 'DKB',
    lines: [
      '"Girokonto";"DE11111111111111111111"',
      '',
      '"Kontostand vom 02.07.2024:";"1.234,56 €"',
      '""',
      '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"',
      '"28.06.24";"01.07.24";"Gebucht";"Erika Muster";"Stadtwerke";"Abschlag Juni";"Ausgang";"DE22222222222222222222";"-61,5";"";"";""',
      '"27.06.24";"27.06.24";"Gebucht";"Arbeit GmbH";"Erika Muster";"Gehalt";"Eingang";"DE33333333333333333333";"2.350";"";"";""',
    ],
    rows: ['2024-06-28 -6150 Abschlag Juni / Stadtwerke', '2024-06-27 235000 Gehalt / Arbeit GmbH'],
    closing: 123_456,
    account: 'DE11111111111111111111',
  },
  {
    bank: 'a Sparkasse',
    encoding: 'windows-1252',
    lines: [
      '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer";"BLZ";"Betrag";"Waehrung";"Info"',
      '"DE44444444444444444444";"29.12.23";"02.01.24";"LASTSCHRIFT";"Beitrag für Januar";"Turnverein Übach";"DE55";"XX";"-17,00";"EUR";"Umsatz gebucht"',
    ],
    rows: ['2023-12-29 -1700 Beitrag für Januar / Turnverein Übach'],
    account: 'DE44444444444444444444',
  },
  {
    bank: 'a Volksbank, with S and H for the sign and lines of balances',
    encoding: 'windows-1252',
    lines: [
      '"Volksbank Irgendwo eG"',
      '',
      '"Umsatzanzeige";"Zeitraum:";"01.02.2024 - 29.02.2024"',
      '"Buchungstag";"Valuta";"Auftraggeber/Zahlungsempfänger";"Empfänger/Zahlungspflichtiger";"Konto-Nr.";"IBAN";"BLZ";"BIC";"Vorgang/Verwendungszweck";"Kundenreferenz";"Währung";"Umsatz";" "',
      '"01.02.2024";"01.02.2024";"Max Muster";"Bäckerei Korn";"";"DE1";"";"";"Brötchen";"";"EUR";"4,20";"S"',
      '"05.02.2024";"05.02.2024";"Max Muster";"Finanzamt";"";"DE2";"";"";"Erstattung";"";"EUR";"120,00";"H"',
      '',
      '"01.02.2024";"";"";"";"";"";"";"";"";"Anfangssaldo";"EUR";"500,00";"H"',
      '"29.02.2024";"";"";"";"";"";"";"";"";"Endsaldo";"EUR";"615,80";"H"',
    ],
    rows: ['2024-02-01 -420 Brötchen / Bäckerei Korn', '2024-02-05 12000 Erstattung / Finanzamt'],
  },
  {
    bank: 'Commerzbank',
    lines: [
      'Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;Auftraggeberkonto;Bankleitzahl Auftraggeberkonto;IBAN Auftraggeberkonto',
      '04.03.2024;04.03.2024;Lastschrift;"Kartenzahlung Buchladen";-19,99;EUR;123456700;20040000;DE66666666666666666666',
    ],
    rows: ['2024-03-04 -1999 Kartenzahlung Buchladen'],
  },
  {
    bank: 'N26',
    lines: [
      '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"',
      '2024-05-06,2024-05-04,"Coffee Corner",,Presentment,,"Main Account",-3.8,-4.10,USD,0.9268',
      '2024-05-07,2024-05-07,"Ada L.",DE77,"Credit Transfer","Dinner","Main Account",22,,,',
    ],
    rows: ['2024-05-06 -380 Coffee Corner', '2024-05-07 2200 Dinner / Ada L.'],
  },
  {
    bank: 'Deutsche Bank, with debit and credit apart and lines above and below',
    encoding: 'windows-1252',
    lines: [
      'Umsätze Girokonto;;;;;;;;Kundennummer: 100 1234567',
      '',
      '02.01.2024 - 05.02.2024',
      'Letzter Kontostand;;;;1.000,00;EUR',
      'Vorgemerkte und noch nicht gebuchte Umsätze sind nicht Bestandteil dieser Übersicht.',
      'Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Kontonummer;BIC;Kundenreferenz;Mandatsreferenz ;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Anzahl der Aufträge;Anzahl der Schecks;Soll;Haben;Währung',
      '05.01.2024;05.01.2024;SEPA-Lastschrift;Telefon AG;Rechnung 12;DE88;XX;;;;;;;;;-39,95;;EUR',
      '12.01.2024;12.01.2024;SEPA-Gutschrift;Oma;Geschenk;DE99;XX;;;;;;;;;;50,00;EUR',
      'Kontostand;05.02.2024;;;1.010,05;EUR',
    ],
    rows: ['2024-01-05 -3995 Rechnung 12 / Telefon AG', '2024-01-12 5000 Geschenk / Oma'],
  },
  {
    bank: 'ING in Germany',
    encoding: 'windows-1252',
    lines: [
      'Umsatzanzeige;Datei erstellt am: 11.01.2024 18:41',
      '',
      'IBAN;DE10 1010 1010 1010 1010 10',
      'Kontoname;Girokonto',
      'Bank;ING',
      'Kunde;Erika Muster',
      'Zeitraum;01.01.2024 - 11.01.2024',
      'Saldo;854,30;EUR',
      '',
      'Sortierung;Datum absteigend',
      '',
      'In der CSV-Datei finden Sie alle bereits gebuchten Umsätze.',
      '',
      'Buchung;Valuta;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung',
      '10.01.2024;10.01.2024;Kino Palast;Lastschrift;Zwei Karten;854,30;EUR;-24,00;EUR',
      '02.01.2024;02.01.2024;Hausverwaltung;Dauerauftrag;Miete;878,30;EUR;-700,00;EUR',
    ],
    rows: ['2024-01-10 -2400 Zwei Karten / Kino Palast', '2024-01-02 -70000 Miete / Hausverwaltung'],
    account: 'DE10101010101010101010',
  },
  {
    bank: 'comdirect',
    encoding: 'windows-1252',
    lines: [
      ';',
      '"Umsätze Girokonto";"Zeitraum: 30 Tage";',
      '"Neuer Kontostand";"16,89 EUR";',
      '',
      '"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";',
      '"22.04.2024";"22.04.2024";"Lastschrift / Belastung";" Buchungstext: Blumen Ref. A1/2";"-30,00";',
      '',
      '"Alter Kontostand";"46,89 EUR";',
    ],
    rows: ['2024-04-22 -3000 Buchungstext: Blumen Ref. A1/2'],
  },
  {
    bank: 'Barclays',
    lines: [
      'Number,Date,Account,Amount,Subcategory,Memo',
      '\t ,28/03/2024,20-00-00 12345678,-45.00,DIRECTDEBIT,WATER COMPANY   \tREF 7',
      '\t ,27/03/2024,20-00-00 12345678,1500.00,FT,ACME LTD',
    ],
    rows: ['2024-03-28 -4500 WATER COMPANY REF 7', '2024-03-27 150000 ACME LTD'],
    account: '20-00-00 12345678',
  },
  {
    bank: 'Lloyds',
    lines: [
      'Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance',
      "31/01/2024,DEB,'30-00-00,12345678,TESCO STORES,12.30,,187.70",
      "30/01/2024,FPI,'30-00-00,12345678,J SMITH,,100.00,200.00",
    ],
    rows: ['2024-01-31 -1230 TESCO STORES', '2024-01-30 10000 J SMITH'],
  },
  {
    bank: 'Monzo',
    lines: [
      'Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In',
      'tx_0000A1,13/05/2024,08:01:02,Card payment,Pret,☕,Eating out,-3.45,GBP,-3.45,GBP,,,,PRET A MANGER,,-3.45,',
      'tx_0000A2,14/05/2024,09:01:02,Faster payment,Bea,,General,20.00,GBP,20.00,GBP,,,,Pizza,,,20.00',
    ],
    rows: ['2024-05-13 -345 PRET A MANGER / Pret # tx_0000A1', '2024-05-14 2000 Pizza / Bea # tx_0000A2'],
  },
  {
    bank: 'Chase, a checking account',
    lines: [
      'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #',
      'DEBIT,09/30/2024,"ELECTRIC CO  WEB ID: 1",-80.12,ACH_DEBIT,919.88,,',
      'CREDIT,09/27/2024,"PAYROLL ACME",1000.00,ACH_CREDIT,1000.00,,',
    ],
    rows: ['2024-09-30 -8012 ELECTRIC CO WEB ID: 1', '2024-09-27 100000 PAYROLL ACME'],
  },
  {
    bank: 'Bank of America, with a summary above the table',
    lines: [
      'Description,,Summary Amt.',
      'Beginning balance as of 01/01/2024,,"1,000.00"',
      'Total credits,,"250.00"',
      'Total debits,,"-50.25"',
      'Ending balance as of 01/31/2024,,"1,199.75"',
      '',
      'Date,Description,Amount,Running Bal.',
      '01/01/2024,Beginning balance as of 01/01/2024,,"1,000.00"',
      '01/15/2024,"CHECKCARD 0114 GROCER","-50.25","949.75"',
      '01/20/2024,"MOBILE DEPOSIT","250.00","1,199.75"',
    ],
    rows: ['2024-01-15 -5025 CHECKCARD 0114 GROCER', '2024-01-20 25000 MOBILE DEPOSIT'],
  },
  {
    bank: 'American Express, where a charge is above zero',
    lines: [
      'Date,Description,Card Member,Account #,Amount',
      '01/27/2024,RESTAURANT UNO,A B,-11001,45.60',
      '01/20/2024,AUTOPAY PAYMENT - THANK YOU,A B,-11001,-120.00',
      '01/16/2024,BOOKS INC,A B,-11001,8.00',
    ],
    rows: [
      '2024-01-27 -4560 RESTAURANT UNO',
      '2024-01-20 12000 AUTOPAY PAYMENT - THANK YOU',
      '2024-01-16 -800 BOOKS INC',
    ],
  },
  {
    bank: 'Wells Fargo, which writes no header',
    lines: ['"01/31/2024","-25.00","*","","PURCHASE STORE A"', '"01/30/2024","10.00","*","","ZELLE FROM B"'],
    rows: ['2024-01-31 -2500 PURCHASE STORE A', '2024-01-30 1000 ZELLE FROM B'],
  },
  {
    bank: 'Capital One, with the posted date and two columns',
    lines: [
      'Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit',
      '2024-02-10,2024-02-12,1234,GAS STATION,Gas,30.00,',
      '2024-02-11,2024-02-13,1234,CAPITAL ONE PYMT,Payment,,75.00',
    ],
    rows: ['2024-02-12 -3000 GAS STATION', '2024-02-13 7500 CAPITAL ONE PYMT'],
  },
  {
    bank: 'Société Générale',
    encoding: 'windows-1252',
    lines: [
      '="0123456789";01/02/2024;29/02/2024;2;29/02/2024;1 234,56 EUR',
      '',
      "Date de l'opération;Libellé;Détail de l'écriture;Montant de l'opération;Devise",
      '28/02/2024;CARTE X1;CARTE X1 27/02 BOULANGERIE;-4,50;EUR',
      '15/02/2024;VIR RECU;VIR RECU DE: MAMAN;1 050,00;EUR',
    ],
    rows: ['2024-02-28 -450 CARTE X1', '2024-02-15 105000 VIR RECU'],
  },
  {
    bank: 'La Banque Postale',
    encoding: 'windows-1252',
    lines: [
      'Numéro Compte   ;1234567A033',
      'Type         ;CCP',
      'Compte tenu en  ;euros',
      'Date            ;29/02/2024',
      'Solde (EUROS)   ;102,34',
      '',
      'Date;Libellé;Montant(EUROS)',
      '28/02/2024;"ACHAT CB CINEMA";-9,80',
      '14/02/2024;"VIREMENT DE LUC";20,00',
    ],
    rows: ['2024-02-28 -980 ACHAT CB CINEMA', '2024-02-14 2000 VIREMENT DE LUC'],
    closing: 10_234,
    account: '1234567A033',
  },
  {
    bank: 'CaixaBank',
    lines: [
      'Concepto;Fecha;Importe;Saldo',
      'MERCADO CENTRAL;31/01/2024;-32,10EUR;+1.467,90EUR',
      'NOMINA;29/01/2024;+1.500,00EUR;+1.500,00EUR',
    ],
    rows: ['2024-01-31 -3210 MERCADO CENTRAL', '2024-01-29 150000 NOMINA'],
  },
  {
    bank: 'an Italian bank with Dare and Avere',
    lines: [
      'Data contabile;Data valuta;Dare;Avere;Divisa;Descrizione operazione',
      '13/02/2024;12/02/2024;-18,00;;EUR;Pagamento POS',
      '14/02/2024;14/02/2024;;1.200,00;EUR;Stipendio',
    ],
    rows: ['2024-02-13 -1800 Pagamento POS', '2024-02-14 120000 Stipendio'],
  },
  {
    bank: 'mBank',
    encoding: 'windows-1250',
    lines: [
      'mBank S.A. Bankowość Detaliczna;',
      '',
      '#Klient;',
      'JAN NOWAK;',
      '',
      '#Data operacji;#Data księgowania;#Opis operacji;#Tytuł;#Nadawca/Odbiorca;#Numer konta;#Kwota;#Saldo po operacji;',
      '2024-01-02;2024-01-03;ZAKUP PRZY UŻYCIU KARTY;"SKLEP  ŻABKA";"";\'\';-23,45;1 976,55;',
      '2024-01-05;2024-01-05;PRZELEW PRZYCHODZĄCY;"ZA OBIAD";"EWA";\'\';50,00;2 026,55;',
      '',
      ';;;;;;#Saldo końcowe;2 026,55 PLN;',
    ],
    rows: ['2024-01-03 -2345 ZAKUP PRZY UŻYCIU KARTY', '2024-01-05 5000 PRZELEW PRZYCHODZĄCY / EWA'],
  },
  {
    bank: 'SEB',
    lines: [
      'Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp;Saldo',
      '2024-03-29;2024-03-29;5490990001;ICA KVANTUM;-310,50;4 689,50',
      '2024-03-25;2024-03-25;5490990002;LÖN;5 000,00;5 000,00',
    ],
    rows: ['2024-03-29 -31050 ICA KVANTUM # 5490990001', '2024-03-25 500000 LÖN # 5490990002'],
  },
  {
    bank: 'Danske Bank',
    lines: [
      '"Dato";"Kategori";"Underkategori";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"',
      '"17.04.2024";"Dagligvarer";"Supermarked";"Netto";"-89,95";"1.910,05";"Udført";"Nej"',
      '"16.04.2024";"Indtægt";"Løn";"Løn";"2.000,00";"2.000,00";"Udført";"Nej"',
    ],
    rows: ['2024-04-17 -8995 Netto', '2024-04-16 200000 Løn'],
  },
  {
    bank: 'UBS, with apostrophes between thousands',
    lines: [
      'Kontonummer:;0234 00123456.01;',
      'IBAN:;CH12 0023 4234 0012 3456 0;',
      'Von:;2024-01-01;',
      'Bis:;2024-01-31;',
      '',
      'Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2',
      "2024-01-30;;2024-01-30;2024-01-30;CHF;-1'250.00;;;1'750.00;99A001;Vermieter AG;Miete",
      "2024-01-25;;2024-01-25;2024-01-25;CHF;;3'000.00;;3'000.00;99A002;Firma AG;Lohn",
    ],
    rows: ['2024-01-30 -125000 Vermieter AG Miete # 99A001', '2024-01-25 300000 Firma AG Lohn # 99A002'],
    account: 'CH1200234234001234560',
  },
  {
    bank: 'Commonwealth Bank, which writes no header',
    lines: [
      '28/02/2024,"-12.50","COLES 0123","+487.50"',
      '27/02/2024,"+500.00","Salary X","+500.00"',
      '26/02/2024,"-5.00","Tram","+0.00"',
    ],
    rows: ['2024-02-28 -1250 COLES 0123', '2024-02-27 50000 Salary X', '2024-02-26 -500 Tram'],
  },
  {
    bank: 'HDFC, with commas in lakhs and an amount in one of two columns',
    lines: [
      'Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance',
      '13/04/24,UPI-TEA STALL,13/04/24,20.00,0.00,0000410,"1,23,436.00"',
      '14/04/24,NEFT CR-EMPLOYER,14/04/24,0.00,"1,00,000.00",0000411,"2,23,436.00"',
    ],
    rows: ['2024-04-13 -2000 UPI-TEA STALL', '2024-04-14 10000000 NEFT CR-EMPLOYER'],
  },
  {
    bank: 'Nubank',
    lines: [
      'Data,Valor,Identificador,Descrição',
      '28/01/2024,-55.90,65b6-a,Compra no débito - Padaria',
      '29/01/2024,300.00,65b6-b,Transferência recebida',
    ],
    rows: ['2024-01-28 -5590 Compra no débito - Padaria # 65b6-a', '2024-01-29 30000 Transferência recebida # 65b6-b'],
  },
  {
    bank: 'Revolut, with a pending row that has no day of completion',
    lines: [
      'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
      'CARD_PAYMENT,Current,2024-06-01 10:00:00,2024-06-02 03:00:00,Bolt,-7.20,0.00,EUR,COMPLETED,92.80',
      'TOPUP,Current,2024-06-03 10:00:00,2024-06-03 10:00:01,Top-up,50.00,0.00,EUR,COMPLETED,142.80',
      'CARD_PAYMENT,Current,2024-06-04 11:00:00,,Hotel,-80.00,0.00,EUR,PENDING,',
    ],
    rows: ['2024-06-02 -720 Bolt', '2024-06-03 5000 Top-up', '2024-06-04 -8000 Hotel'],
  },
  {
    bank: 'Wise',
    lines: [
      '"TransferWise ID","Date","Amount","Currency","Description","Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name","Merchant","Total fees"',
      '"CARD-1","20-03-2024","-4.50","GBP","Card transaction of 4.50 GBP issued by Cafe","","95.50","","","","","","Cafe","0.00"',
      '"TRANSFER-2","19-03-2024","100.00","GBP","Received money from Zoe","gift","100.00","","","","Zoe","","","0.00"',
    ],
    rows: [
      '2024-03-20 -450 Card transaction of 4.50 GBP issued by Cafe / Cafe # CARD-1',
      '2024-03-19 10000 Received money from Zoe / Zoe # TRANSFER-2',
    ],
  },
  {
    bank: 'PayPal, of which the net amount counts',
    lines: [
      '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Item Title","Balance"',
      '"01/25/2024","10:00:00","PST","Buyer One","Payment","Completed","USD","20.00","-0.88","19.12","b@x","me@x","T1","Book","19.12"',
      '"01/26/2024","11:00:00","PST","","Withdrawal","Completed","USD","-19.12","0.00","-19.12","","","T2","","0.00"',
    ],
    rows: ['2024-01-25 1912 Book / Buyer One # T1', '2024-01-26 -1912 Withdrawal # T2'],
  },
  {
    bank: 'Swedbank in Lithuania, with balances and turnovers as lines',
    lines: [
      '"Sąskaitos Nr.","","Data","Gavėjas","Paaiškinimai","Suma","Valiuta","D/K","Įrašo Nr.","Kodas"',
      '"LT001","10","2024-01-01","","Likutis pradžiai","100.00","EUR","K","","AS"',
      '"LT001","20","2024-01-02","IKI","Pirkinys","14.34","EUR","D","2024010200041787","K"',
      '"LT001","20","2024-01-03","UAB "Darbas"","Alga","500.00","EUR","K","2024010300041788","MK"',
      '"LT001","82","2024-01-31","","Apyvarta","14.34","EUR","D","","K2"',
      '"LT001","86","2024-01-31","","Likutis pabaigai","585.66","EUR","K","","LS"',
    ],
    rows: [
      '2024-01-02 -1434 Pirkinys / IKI # 2024010200041787',
      '2024-01-03 50000 Alga / UAB "Darbas" # 2024010300041788',
    ],
  },
  {
    bank: 'OCBC, whose text goes on in the next line',
    lines: [
      'Account details for:,SAVER 123-456789-001',
      'Available Balance,"1,000.00"',
      '',
      'Transaction date,Value date,Description,Withdrawals (SGD),Deposits (SGD)',
      '18/04/2024,18/04/2024,DEBIT PURCHASE,6.10,',
      ',,15/04/24 TAXI,,',
      '17/04/2024,17/04/2024,SALARY,,"2,000.00"',
    ],
    rows: ['2024-04-18 -610 DEBIT PURCHASE 15/04/24 TAXI', '2024-04-17 200000 SALARY'],
  },
  {
    bank: 'Mint',
    lines: [
      '"Date","Description","Original Description","Amount","Transaction Type","Category","Account Name","Labels","Notes"',
      '"8/30/2024","Starbucks","STARBUCKS 1","2.45","debit","Coffee Shops","Card","",""',
      '"8/29/2024","Paycheck","ACME","900.00","credit","Paycheck","Checking","",""',
    ],
    rows: ['2024-08-30 -245 Starbucks', '2024-08-29 90000 Paycheck'],
  },
];

test.each(DIALECTS)(
  'reads what an export of $bank holds, and asks nothing',
  async ({ lines, rows, encoding, account, closing: stated }) => {
    for (const newline of ['\n', '\r\n']) {
      const file = await read(lines.join(newline), encoding);
      expect(shown(file)).toEqual(rows);
      expect(file.questions).toEqual([]);
      if (account !== undefined) expect(file.accounts.map(({ key }) => key)).toEqual([account]);
      if (stated !== undefined) expect(file.statements).toMatchObject([{ opening: null, closing: stated }]);
      for (const { account: key, opening, closing, lines: covered } of file.statements) {
        const sum = file.rows
          .filter(({ account: owner, line }) => owner === key && (covered?.includes(line) ?? true))
          .reduce((cents, { amount }) => cents + (amount ?? 0), 0);
        if (opening !== null) expect(opening + sum).toBe(closing);
      }
    }
  },
);
