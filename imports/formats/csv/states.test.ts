import { expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';

async function read(lines: readonly string[]) {
  const file = await readCsv(Buffer.from(lines.join('\n')), { fileName: 'export.csv', mapping: null, answers: {} });
  if (file === null) throw new Error('The reader of CSV decides on every file.');
  return file;
}

const waiting = async (lines: readonly string[]) =>
  (await read(lines)).rows.flatMap(({ line, notBooked }) => (notBooked ? [`${line}: ${notBooked}`] : []));

test.each([
  ['Status', 'Completed', 'Pending'],
  ['State', 'SUCCESS', 'DECLINED'],
  ['Zustand', 'gebucht', 'Umsatz vorgemerkt'],
  ['Buchungsstatus', 'Ausgeführt', 'In Bearbeitung'],
  ['Statut', 'Exécutée', 'Annulée'],
  ['Estado', 'Completada', 'Rechazada'],
  ['Situação', 'Efetivado', 'Em processamento'],
  ['Stato', 'Contabilizzato', 'Annullato'],
  ['Status', 'Zrealizowana', 'Odrzucona'],
  ['Stav', 'Zaúčtováno', 'Čeká na zaúčtování'],
  ['Durum', 'Tamamlandı', 'Reddedildi'],
  ['Статус', 'Исполнено', 'В обработке'],
  ['交易状态', '交易成功', '交易关闭'],
])('a line whose %s is not %s but %s is not booked, and in no balance', async (header, booked, open) => {
  const lines = [
    `Date,Description,Amount,${header},Balance`,
    `2026-05-04,Tea,-4.20,${booked},95.80`,
    `2026-05-05,Boots,-60.00,${open},`,
    `2026-05-06,Pay,300.00,${booked},395.80`,
  ];
  const { rows, statements } = await read(lines);
  expect(rows.map(({ notBooked }) => notBooked)).toEqual([null, `The bank has not booked this: ‘${open}’`, null]);
  expect(statements).toMatchObject([{ opening: 100_00, closing: 395_80, lines: [2, 4] }]);
});

test('without a header that says so, a column of nothing but states says it', async () => {
  const lines = ['2026-05-04,Tea,-4.20,cleared', '2026-05-05,Boots,-60.00,failed', '2026-05-06,Pay,300.00,cleared'];
  expect(await waiting(lines)).toEqual(['2: The bank has not booked this: ‘failed’']);
});

test('a word in place of the day of booking says it, and so does its absence beside days of others', async () => {
  const header = 'Buchungstag;Wertstellung;Verwendungszweck;Betrag';
  const others = ['04.05.2026;04.05.2026;Tee;-4,20', '05.05.2026;05.05.2026;Lohn;300,00'];
  expect(await waiting([header, ...others, 'Vorgemerkt;06.05.2026;Stiefel;-60,00'])).toEqual([
    '4: The bank has not booked this: ‘Vorgemerkt’',
  ]);
  expect(await waiting([header, ...others, ';06.05.2026;Stiefel;-60,00'])).toEqual([
    '4: The bank has not booked this: it has no day of booking',
  ]);
});

test.each([
  ['a payee whose name is such a word', 'Date,Payee,Amount', ['2026-05-04,Pending,-4.20', '2026-05-05,Hold,-3.00']],
  [
    'a title with such a word',
    'Date,Description,Amount',
    ['2026-05-04,Failed payment fee,-4.20', '2026-05-05,A,-1.00'],
  ],
  [
    'a file of days of booking that are mostly empty',
    'Booking date,Value date,Text,Amount',
    [',2026-05-04,Tea,-4.20', ',2026-05-05,Pay,300.00', '2026-05-06,2026-05-06,Rent,-20.00'],
  ],
])('%s is booked', async (_, header, lines) => {
  expect(await waiting([header, ...lines])).toEqual([]);
});

test.each([
  ['with', 'booked', ['35.80', '335.80'], [2, 3, 4]],
  ['without', 'not booked', ['', '395.80'], [2, 4]],
])(
  'a state that nobody knows is not asked for where the balances follow only %s its lines',
  async (_, __, after, on) => {
    const { rows, questions, statements } = await read([
      'Date,Description,Amount,Status,Balance',
      '2026-05-04,Tea,-4.20,Posted,95.80',
      `2026-05-05,Boots,-60.00,Parked,${after[0]}`,
      `2026-05-06,Pay,300.00,Posted,${after[1]}`,
      `2026-05-07,Milk,-1.00,Posted,${Number(after[1]) - 1}`,
    ]);
    expect(questions).toEqual([]);
    expect(rows.flatMap(({ line, notBooked }) => (notBooked ? [] : [line]))).toEqual([...on, 5]);
    expect(statements).toMatchObject([{ opening: 100_00 }]);
  },
);

test('it is asked for where the balances follow in both ways', async () => {
  const { questions } = await read([
    'Date,Description,Amount,Status,Balance',
    '2026-05-04,Tea,-4.20,Posted,95.80',
    '2026-05-06,Pay,300.00,Posted,395.80',
    '2026-05-07,Milk,-1.00,Posted,394.80',
    '2026-05-08,Boots,-60.00,Parked,',
  ]);
  expect(questions).toMatchObject([{ id: 'status', isOpen: true }]);
});

test.each([
  ['at the top', ['2026-05-07,UBER,-20.00,', '2026-05-06,Pay,300.00,395.80', '2026-05-04,Tea,-4.20,95.80'], [2]],
  ['at the foot', ['2026-05-04,Tea,-4.20,95.80', '2026-05-06,Pay,300.00,395.80', '2026-05-07,UBER,-20.00,'], [4]],
  ['in between', ['2026-05-04,Tea,-4.20,', '2026-05-06,Pay,300.00,395.80', '2026-05-07,UBER,-20.00,'], []],
])('a line without a balance %s, where all others have one, is not booked', async (_, lines, left) => {
  const { rows } = await read(['Date,Description,Amount,Balance', ...lines]);
  expect(rows.flatMap(({ line, notBooked }) => (notBooked ? [line] : []))).toEqual(left);
});

test('an account without any balances is booked', async () => {
  const lines = ['A,2026-05-04,Tea,-4.20,95.80', 'A,2026-05-05,Tea,-4.20,91.60', 'A,2026-05-06,Tea,-4.20,87.40'];
  const { rows } = await read(['Account,Date,Description,Amount,Balance', ...lines, 'B,2026-05-07,UBER,-20.00,']);
  expect(rows.map(({ notBooked }) => notBooked)).toEqual([null, null, null, null]);
});

test('a break in the balances is said where most follow', async () => {
  const balances = [90, 80, 60, 50, 40];
  const { remarks } = await read([
    'Date,Description,Amount,Balance',
    ...balances.map((balance, day) => `2026-05-0${day + 1},A,-10.00,${balance}.00`),
  ]);
  expect(remarks).toEqual([
    "In line 4 the balance doesn't follow from the amount: a row may be missing, or be there twice.",
  ]);
});

test.each([
  ['vorgemerkt', ['status'], [2]],
  ['Umsatz vorgemerkt', ['status'], [2]],
  ['Vorgemerkt war der Hof am Meer', [], []],
  ['Hold', [], []],
])('an entry whose own text is ‘%s’ is asked about, in a table without states', async (text, asked, left) => {
  const lines = [
    `05.02.2026;${text};-80,00`,
    '04.02.2026;EDEKA;-30,00',
    '03.02.2026;REWE;-31,00',
    '01.02.2026;Lohn;1800,00',
  ];
  const { rows, questions } = await read(['Buchungsdatum;Verwendungszweck;Betrag', ...lines]);
  expect(questions.filter(({ isOpen }) => isOpen).map(({ id }) => id)).toEqual(asked);
  expect(rows.flatMap(({ line, notBooked }) => (notBooked ? [line] : []))).toEqual(left);
});

test('where no state is known, the rarer ones are asked about', async () => {
  const lines = ['2026-01-22,Shop,Fine,-4.50', '2026-01-23,Hotel,Bounced,-89.00', '2026-01-25,Pay,Fine,1300.00'];
  const { questions } = await read(['Date,Description,Status,Amount', ...lines]);
  expect(questions).toMatchObject([{ id: 'status', text: 'Has the bank booked what is ‘Bounced’?', isOpen: true }]);
});
