import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { decodeText } from './decode.ts';

/** Three payments in a language, and the code pages in which its banks write. */
const PAYMENTS: readonly (readonly [pages: string, text: string])[] = [
  ['windows-1250 iso-8859-2', 'Úhrada nájmu, Večeře v restauraci, Dobíjení kreditu'],
  ['windows-1250 iso-8859-2 cp852', 'Zakupy spożywcze Łódź, Opłata za prąd, Wypłata środków'],
  ['windows-1250 iso-8859-2', 'PLAĆA ZA OŽUJAK, Štedni račun, GOTOVINA ĐURĐEVAC'],
  ['windows-1250', 'Fizetés, Élelmiszer vásárlás, Gázszámla befizetése őszre'],
  ['windows-1250', 'Výplata, Poplatok za účet, Nákup potravín Košice ľavý breh'],
  ['windows-1254', 'Maaş ödemesi, Elektrik faturası, Alışveriş Beşiktaş'],
  ['windows-1252 iso-8859-15 macintosh cp850', 'Miete für März, Bäckerei Schön, Gebühr Straße'],
  ['windows-1252 iso-8859-15 macintosh', 'Loyer février, Épicerie du marché, Électricité août'],
  ['windows-1252', 'Nómina de enero, Panadería Peña, Pago móvil señal'],
  ['windows-1252', 'Salário março, Pão e café, Transferência recebida'],
  ['windows-1252', 'Lön för mars, Köp på ICA, Återbäring skatt'],
  ['windows-1252', 'Løn for marts, Køb på Føtex, Årsafgift'],
  ['windows-1257', 'Atlyginimas už kovą, Mokėjimas kortele, Šildymas žiemą'],
  ['windows-1257', 'Alga par martu, Pārtikas preces, Maksājums ar karti Rīgā'],
  ['windows-1251 koi8-r iso-8859-5 cp866 maccyrillic', 'Зарплата за март, Продукты Пятёрочка, Оплата связи'],
  ['windows-1251 koi8-u macukraine', 'Зарплата за березень, Оплата комунальних послуг, Їжа'],
  ['windows-1251', 'Заплата за март, Хранителни стоки, Такса ток'],
  ['windows-1253 iso-8859-7', 'Μισθός Μαρτίου, Αγορά τροφίμων, Πληρωμή ρεύματος'],
  ['windows-1255', 'משכורת מרץ, קניות בסופר, תשלום חשמל'],
  ['windows-1256', 'راتب مارس, مشتريات, فاتورة الكهرباء'],
  ['windows-874', 'เงินเดือนมีนาคม, ค่าไฟฟ้า, ซื้อของที่ตลาด'],
  ['shift_jis euc-jp', '給与振込 三月分, 電気料金 口座振替, スーパー マーケット 買い物'],
  ['euc-kr', '급여 입금 삼월분, 전기요금 자동이체, 슈퍼마켓 장보기'],
  ['gb18030', '工资收入 三月份, 电费自动扣款, 超市购物消费'],
  ['big5', '薪資轉帳 三月份, 電費自動扣款, 超級市場購物'],
  // Two payments only.
  ['big5', '薪資入帳, 房屋租金'],
  ['gb18030', '工资收入, 房租支付'],
  ['euc-kr', '급여 입금, 편의점'],
  ['shift_jis euc-jp', '給与振込, コンビニ'],
];

const CASES = PAYMENTS.flatMap(([pages, text]) => pages.split(' ').map((page) => ({ page, text })));

test.each(CASES)('three payments in $page read as they were written: $text', ({ page, text }) => {
  const rows = text.split(', ').map((title, index) => `${index + 1}.05.2026;${title};-12,50`);
  expect(decodeText(iconv.encode(['Datum;Text;Betrag', ...rows].join('\n'), page)).text).toContain(rows.join('\n'));
});

test('signs of currencies and spaces between thousands say nothing of letters', () => {
  const bytes = iconv.encode('Date;Text;Amount\n1.05.2026;Rent;1\u00a0250,00\u00a0€', 'windows-1252');
  expect(decodeText(bytes).text).toContain('1\u00a0250,00\u00a0€');
});

test('of likely encodings up to three are named, each with a word that reads otherwise, and one can be chosen', () => {
  const bytes = iconv.encode('1.05.2026;Žižkov;-12,50\n2.05.2026;Výběr;-3,00', 'windows-1250');
  const { encoding, likely } = decodeText(bytes);
  expect(encoding).toBe('windows-1250');
  expect(likely.length).toBeLessThanOrEqual(3);
  expect(likely[0]).toMatchObject({ encoding: 'windows-1250', example: 'Žižkov' });
  expect(new Set(likely.map(({ example }) => example)).size).toBe(likely.length);
  const other = likely[1]?.encoding ?? 'windows-1250';
  expect(decodeText(bytes, null, other).encoding).toBe(other);
  expect(decodeText(bytes, null, 'utf-32').encoding).toBe('windows-1250');
  expect(decodeText(Buffer.from('Žižkov')).likely).toEqual([]);
});

test.each([
  ['shift_jis', '日付,摘要,金額\n2026/01/15,ｾﾌﾞﾝｲﾚﾌﾞﾝ,-1250'],
  ['euc-kr', '거래일자,적요,금액\n2026/01/15,편의점,-1250'],
  ['gb18030', '交易日期,摘要,金额\n2026/01/15,全家,-12.50'],
  ['big5', '日期,摘要,金額\n2026/01/15,全聯,-125'],
])('a single payment in %s is read by the words of its columns', (encoding, text) => {
  expect(decodeText(iconv.encode(text, encoding))).toMatchObject({ text, encoding });
});
