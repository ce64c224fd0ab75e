import type { ParseOptions, Question } from '../../parsed.ts';
import { directionOf, normalisedHeader } from './headers.ts';
import { type CsvColumn, isEntry, type Layout } from './layout.ts';
import type { TableLine } from './syntax.ts';

/** Words for payments that moved no money, or not yet, without accents. */
const NOT_BOOKED =
  'pending|processing|in progress|in process|awaiting|on hold|hold|held|authorised|authorized|authorisation|' +
  'authorization|reverted|reversed|declined|failed|failure|cancelled|canceled|rejected|refused|expired|voided|void|' +
  'denied|unsuccessful|scheduled|planned|not booked|unposted|blocked|waiting|error|deleted|not completed|unpaid|' +
  'vorgemerkt|vormerkung|ausstehend|abgelehnt|storniert|fehlgeschlagen|abgebrochen|in bearbeitung|geplant|' +
  'nicht gebucht|reserviert|zuruckgewiesen|offen|en attente|a venir|refuse|refusee|rejete|rejetee|annule|annulee|' +
  'echoue|echouee|en cours|prevu|prevue|pendiente|rechazado|rechazada|cancelado|cancelada|fallido|fallida|anulado|' +
  'anulada|denegado|denegada|revertido|revertida|en curso|en proceso|' +
  'retenido|retenida|pendente|recusado|recusada|falhou|rejeitado|' +
  'rejeitada|agendado|agendada|em processamento|estornado|estornada|in attesa|rifiutato|rifiutata|annullato|' +
  'annullata|fallito|fallita|non contabilizzato|da contabilizzare|in corso|respinto|respinta|stornato|stornata|' +
  'in behandeling|geweigerd|geannuleerd|mislukt|gereserveerd|gepland|in afwachting|oczekujaca|oczekujace|' +
  'oczekujacy|oczekuje|w trakcie|w realizacji|odrzucona|odrzucone|odrzucony|anulowana|anulowane|anulowany|nieudana|' +
  'zablokowana|zablokowane|niezrealizowana|blokada|cekajici|ceka na zauctovani|ceka na zpracovani|zamitnuto|' +
  'zamitnuta|zruseno|zrusena|neuspesne|neuspesna|neprovedeno|blokace|nezauctovano|cakajuca|caka na zauctovanie|' +
  'zamietnuta|zamietnute|zrusene|fuggo|fuggoben|fuggoben levo|elutasitva|elutasitott|torolve|torolt|sikertelen|' +
  'zarolt|foglalas|in asteptare|respinsa|respins|anulata|anulat|anulate|esuata|esuat|' +
  'reserverad|vantande|avvisad|nekad|avbruten|' +
  'preliminar|afventer|reserveret|afvist|annulleret|reservert|venter|avvist|kansellert|odottaa|varaus|hylatty|' +
  'peruutettu|katevaraus|ootel|tuhistatud|broneeritud|gaida|atcelts|noraidits|rezervets|laukiama|atsaukta|atmesta|' +
  'rezervuota|u obradi|odbijeno|otkazano|na cekanju|rezervirano|v obdelavi|zavrnjeno|preklicano|beklemede|' +
  'reddedildi|iptal|iptal edildi|basarisiz|provizyon|εκκρεμει|ακυρωθηκε|απορριφθηκε|отклонено|отклонена|отменено|' +
  'отменена|в обработке|ожидание|ожидает|не выполнено|отказ|холд|неуспешно|неуспешная|відхилено|скасовано|' +
  'в обробці|очікується|очікує|отхвърлена|отказана|чакаща|失败|失敗|交易关闭|已取消|已关闭|待处理|处理中|取消|取消済み|保留|処理中|未確定|대기|취소|실패|' +
  'menunggu|gagal|dibatalkan|tertunda|dang xu ly|that bai|da huy';
/** Words for payments that are booked. */
const BOOKED =
  'completed|complete|posted|booked|cleared|settled|success|successful|succeeded|ok|done|paid|executed|processed|' +
  'finished|approved|accepted|received|reconciled|sent|active|confirmed|closed|final|gebucht|ausgefuhrt|' +
  'abgeschlossen|erfolgreich|verbucht|comptabilise|comptabilisee|execute|executee|effectue|effectuee|termine|' +
  'terminee|valide|validee|regle|reglee|contabilizado|contabilizada|confirmado|confirmada|completado|' +
  'completada|realizado|realizada|' +
  'finalizado|finalizada|efetivado|efetivada|efetuado|efetuada|concluido|concluida|aprovado|aprovada|aprobado|' +
  'aprobada|contabilizzato|contabilizzata|eseguito|eseguita|completato|completata|geboekt|uitgevoerd|voltooid|' +
  'verwerkt|zaksiegowana|zaksiegowano|zaksiegowane|zrealizowana|zrealizowane|zrealizowano|wykonana|rozliczona|' +
  'rozliczono|zauctovano|zauctovana|provedeno|provedena|uspesne|zauctovane|vykonane|konyvelt|konyvelve|teljesult|' +
  'teljesitve|sikeres|procesata|finalizata|decontata|inregistrata|bokford|bokfort|genomford|klar|bogfort|' +
  'gennemfort|kirjattu|suoritettu|teostatud|izpildits|gramatots|ivykdyta|ivykdytas|izvrseno|izvedeno|tamamlandi|' +
  'gerceklesti|basarili|ολοκληρωθηκε|выполнено|выполнена|исполнено|исполнена|проведено|проведена|успешно|успешная|' +
  'виконано|успішно|изпълнена|осчетоводена|成功|交易成功|支付成功|已完成|已入账|完了|確定|완료|승인|berhasil|selesai|sukses|hoan thanh|' +
  'thanh cong';

const UNBOOKED = new Set(NOT_BOOKED.split('|'));
const IS_BOOKED = new Set(BOOKED.split('|'));
/** A column with more different texts than this says more than a state. */
const STATES_MAX = 12;
const STATE_CHARS_MAX = 40;
const SCORE_MIN = 30;
const CACHED_STATES_MAX = 1_000;
const known = new Map<string, State>();

type State = 'booked' | 'not booked' | null;

function stateOf(cell: string): State {
  const before = known.get(cell);
  if (before !== undefined) return before;
  const state = stateIn(cell);
  if (known.size >= CACHED_STATES_MAX) known.clear();
  known.set(cell, state);
  return state;
}

/** The state that a cell names by itself, or as a part of a few words such as `Umsatz vorgemerkt`; null for others. */
function stateIn(cell: string): State {
  const text = cell.trim();
  if (text === '' || text.length > STATE_CHARS_MAX) return null;
  const words = normalisedHeader(text);
  if (UNBOOKED.has(words)) return 'not booked';
  if (IS_BOOKED.has(words)) return 'booked';
  const parts = words.split(' ');
  if (parts.length > 3) return null;
  if (parts.some((part) => part.length > 4 && UNBOOKED.has(part))) return 'not booked';
  return parts.some((part) => part.length > 4 && IS_BOOKED.has(part)) ? 'booked' : null;
}

/** Why a line is not booked, as a sentence, or null if it is. */
export type WhyNotBooked = (cells: readonly string[]) => string | null;

/** How a table says that lines are not booked: the column and its words, and the question for those not known. */
export type States = {
  column: number | null;
  words: readonly string[];
  whyNotBooked: WhyNotBooked;
  question: Question | null;
};

/**
 * How the lines of a table say that the bank has not booked them (product 11.10): by a column of states, by a word in
 * place of the day of booking (`bookedOn`), or by having none if most others have one, or no balance at the end of a
 * file whose other lines have one. Of states that are not known
 * nothing is asked where the balances follow from the lines in one way only: with those lines, or without them. A
 * state that the balances contradict does not count.
 */
export function statesOf(
  layout: Layout,
  entries: readonly TableLine[],
  { bookedOn, ...columns }: BookedColumns,
  options: ParseOptions,
  isChained: (booked: readonly TableLine[]) => boolean,
): States {
  const unbalanced = withoutBalance(entries, columns);
  const states = statesBy(layout, entries, { bookedOn, unbalanced }, options);
  if (!states.question?.isOpen) {
    if (options.mapping?.notBookedWords || columns.balance === undefined) return states;
    const booked = entries.filter(({ cells }) => states.whyNotBooked(cells) === null);
    const isInBalances = booked.length < entries.length && !isChained(booked) && isChained(entries);
    return isInBalances ? { ...states, words: [], whyNotBooked: () => null } : states;
  }
  const ways = [BOOKED_ANSWER, NOT_BOOKED_ANSWER].map((status) =>
    statesBy(layout, entries, { bookedOn, unbalanced }, { ...options, answers: { ...options.answers, status } }),
  );
  const [way, ...others] = ways.filter(({ whyNotBooked }) =>
    isChained(entries.filter(({ cells }) => whyNotBooked(cells) === null)),
  );
  return way && others.length === 0 ? { ...way, question: null } : states;
}

/** The columns of the day of booking, of the balance and of the account, where there are such. */
type BookedColumns = { bookedOn: number | undefined; balance: number | undefined; account: number | undefined };

/** The most lines of a table that lack a balance and are not booked, as a share of all. */
const UNBALANCED_SHARE_MAX = 0.25;
const UNBALANCED_ENTRIES_MIN = 3;

/** The cells of the lines at one end of a table that have no balance, where all others of their account have one. */
function withoutBalance(
  entries: readonly TableLine[],
  { balance, account }: Omit<BookedColumns, 'bookedOn'>,
): ReadonlySet<readonly string[]> {
  const accountOf = ({ cells }: TableLine) => (account === undefined ? '' : (cells[account] ?? ''));
  if (balance === undefined) return new Set();
  const isEmpty = ({ cells }: TableLine) => (cells[balance] ?? '').trim() === '';
  if (!entries.some(isEmpty)) return new Set();
  const balanced = new Set(entries.filter((line) => !isEmpty(line)).map(accountOf));
  const lacks = (line: TableLine) => isEmpty(line) && balanced.has(accountOf(line));
  const lacking = entries.filter((line) => isEntry(line) && lacks(line));
  const all = entries.filter(isEntry);
  const isAtEnd = all.slice(0, lacking.length).every(lacks) || all.slice(all.length - lacking.length).every(lacks);
  const most = Math.max(1, all.length * UNBALANCED_SHARE_MAX);
  if (all.length < UNBALANCED_ENTRIES_MIN || lacking.length > most || !isAtEnd) return new Set();
  return new Set(lacking.map(({ cells }) => cells));
}

function statesBy(
  { columns, looked }: Layout,
  entries: readonly TableLine[],
  { bookedOn, unbalanced }: { bookedOn: number | undefined; unbalanced: ReadonlySet<readonly string[]> },
  options: ParseOptions,
): States {
  const { mapping } = options;
  const given = mapping?.columns.status;
  const column = given === undefined ? stateColumn(columns, entries) : given;
  const texts = column === null ? [] : textsOf(entries, column);
  const isSettled = mapping?.notBookedWords !== undefined || given === null;
  const ofTexts = isSettled || column !== null ? null : textQuestion(columns, entries, unbalanced, options);
  const question = isSettled ? null : (statusQuestion(columns, entries, options) ?? ofTexts);
  const isLeftOut = question?.question.answer === NOT_BOOKED_ANSWER;
  const known = texts.filter((text) => stateOf(text) === 'not booked');
  const words = [...new Set([...(mapping?.notBookedWords ?? []), ...known, ...(isLeftOut ? question.unknown : [])])];
  const ofStates = column ?? (isLeftOut ? question.column : null);
  const filled = columns[bookedOn ?? -1]?.filled ?? 0;
  const areDaysUsual = looked > 1 && filled > looked / 2;
  const leftOut = new Set(words);
  const whyNotBooked: WhyNotBooked = (cells) => {
    const cell = ofStates === null ? '' : (cells[ofStates] ?? '').trim();
    const state = leftOut.has(cell) ? 'not booked' : question === ofTexts && question !== null ? null : stateOf(cell);
    if (cell !== '' && state === 'not booked') return `The bank has not booked this: ‘${cell}’`;
    if (cell !== '' && state === 'booked') return null;
    if (unbalanced.has(cells)) return 'The bank has not booked this: it has no balance';
    if (bookedOn === undefined) return null;
    const day = (cells[bookedOn] ?? '').trim();
    if (day !== '' && !/\d/.test(day) && stateOf(day) === 'not booked') return `The bank has not booked this: ‘${day}’`;
    return day === '' && areDaysUsual ? 'The bank has not booked this: it has no day of booking' : null;
  };
  return { column: ofStates, words: words.slice(0, WORDS_MAX), whyNotBooked, question: question?.question ?? null };
}

const WORDS_MAX = 20;
const BOOKED_ANSWER = 'booked';
const NOT_BOOKED_ANSWER = 'not-booked';
/** Unknown words on more lines than this are the usual state. */
const UNUSUAL_SHARE = 0.5;
const EXACT_SCORE = 90;

/** The different texts of a column, as far as they are no more than states can be. */
function textsOf(entries: readonly TableLine[], column: number): string[] {
  const texts = new Set<string>();
  for (const { cells } of entries) {
    const cell = (cells[column] ?? '').trim();
    if (cell !== '') texts.add(cell);
    if (texts.size > STATES_MAX) break;
  }
  return [...texts];
}

/**
 * The question whether lines with an unknown state are booked: where a header says that a column has states, others of
 * which are known.
 */
function statusQuestion(
  columns: readonly CsvColumn[],
  entries: readonly TableLine[],
  { answers }: ParseOptions,
): { column: number; unknown: readonly string[]; question: Question } | null {
  for (const { roles, index, length, amounts, filled } of columns) {
    const isState = (roles.get('state') ?? 0) >= EXACT_SCORE && length <= STATE_CHARS_MAX && amounts < filled;
    const texts = isState ? textsOf(entries, index) : [];
    const unnamed = texts.filter((text) => stateOf(text) === null && directionOf(text) === null);
    const isNamed = texts.some((text) => stateOf(text) === 'booked');
    // Where no word is known, the most frequent is the usual state.
    const [usual, ...others] = isNamed ? [] : byLines(unnamed, entries, index);
    const unknown = isNamed ? unnamed : others;
    if (texts.length > STATES_MAX || unknown.length === 0 || unknown.length > 3) continue;
    if (!isNamed && (usual === undefined || texts.length !== unnamed.length)) continue;
    const lines = entries.filter(({ cells }) => unknown.includes((cells[index] ?? '').trim())).length;
    if (lines > entries.length * UNUSUAL_SHARE) continue;
    return { column: index, unknown, question: questionOf(unknown, BOOKED_ANSWER, answers) };
  }
  return null;
}

/** Texts of a column by the number of their lines, the most frequent first. */
function byLines(texts: readonly string[], entries: readonly TableLine[], index: number): string[] {
  const count = (text: string) => entries.filter(({ cells }) => (cells[index] ?? '').trim() === text).length;
  return texts.toSorted((a, b) => count(b) - count(a));
}

/** Words, without accents, that say in an entry's own text that it is not booked, and little else. */
const SURE_UNBOOKED = new RegExp(
  '(?<!\\p{L})(vorgemerkt|vormerkung|nicht gebucht|not booked|pending|en attente|pendiente|in attesa|blokada|' +
    'blokace|katevaraus|reserverad|fuggo)(?!\\p{L})',
  'u',
);
/** Not booked are a few lines of a table. */
const UNBOOKED_SHARE_MAX = 0.25;

/**
 * The question whether lines are booked whose own text says no more than that they are not (`Umsatz vorgemerkt`), in a
 * table without a column of states.
 */
function textQuestion(
  columns: readonly CsvColumn[],
  entries: readonly TableLine[],
  unbalanced: ReadonlySet<readonly string[]>,
  { answers }: ParseOptions,
) {
  for (const { index, amounts, days, filled, roles } of columns) {
    if (amounts === filled || days > 0 || roles.has('party') || roles.has('payer')) continue;
    const balanced = entries.filter(({ cells }) => !unbalanced.has(cells));
    const lines = balanced
      .map(({ cells }) => (cells[index] ?? '').trim())
      .filter((cell) => stateOf(cell) === 'not booked' && SURE_UNBOOKED.test(normalisedHeader(cell)));
    if (lines.length === 0 || lines.length > Math.max(1, entries.length * UNBOOKED_SHARE_MAX)) continue;
    const unknown = [...new Set(lines)].slice(0, WORDS_MAX);
    return { column: index, unknown, question: questionOf(unknown, NOT_BOOKED_ANSWER, answers) };
  }
  return null;
}

function questionOf(texts: readonly string[], assumed: string, answers: ParseOptions['answers']): Question {
  const given = [BOOKED_ANSWER, NOT_BOOKED_ANSWER].find((value) => value === answers.status) ?? null;
  return {
    id: 'status',
    account: null,
    text: `Has the bank booked what is ${texts.map((text) => `‘${text}’`).join(' and ')}?`,
    choices: [
      { value: BOOKED_ANSWER, label: 'Yes, it is in the balance' },
      { value: NOT_BOOKED_ANSWER, label: 'No, it is left out' },
    ],
    answer: given ?? assumed,
    isOpen: given === null,
  };
}

/** The column of states: by its header, or since each of its few texts is a known one. */
function stateColumn(columns: readonly CsvColumn[], entries: readonly TableLine[]): number | null {
  const fits = columns.filter(({ days, amounts, filled, length }) => {
    return filled > 0 && length <= STATE_CHARS_MAX && days === 0 && amounts < filled;
  });
  const found = fits.flatMap((column) => {
    const texts = textsOf(entries, column.index);
    if (texts.length > STATES_MAX) return [];
    const states = texts.map(stateOf);
    if (!states.includes('not booked')) return [];
    const isNamed = (column.roles.get('state') ?? 0) >= SCORE_MIN;
    const areStates = states.includes('booked') && states.every((state) => state !== null);
    return isNamed || areStates ? [{ index: column.index, isNamed }] : [];
  });
  return (found.find(({ isNamed }) => isNamed) ?? found[0])?.index ?? null;
}
