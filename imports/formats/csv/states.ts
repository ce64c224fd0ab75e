import { normalisedHeader } from './headers.ts';
import type { Column, Layout } from './layout.ts';
import type { TableLine } from './syntax.ts';

/** Words for payments that moved no money, or not yet, without accents. */
const NOT_BOOKED =
  'pending|processing|in progress|in process|awaiting|on hold|hold|held|authorised|authorized|authorisation|' +
  'authorization|reverted|reversed|declined|failed|failure|cancelled|canceled|rejected|refused|expired|voided|void|' +
  'denied|unsuccessful|scheduled|planned|not booked|unposted|blocked|waiting|error|deleted|not completed|unpaid|' +
  'vorgemerkt|vormerkung|ausstehend|abgelehnt|storniert|fehlgeschlagen|abgebrochen|in bearbeitung|geplant|' +
  'nicht gebucht|reserviert|zuruckgewiesen|offen|en attente|a venir|refuse|refusee|rejete|rejetee|annule|annulee|' +
  'echoue|echouee|en cours|prevu|prevue|pendiente|rechazado|rechazada|cancelado|cancelada|fallido|fallida|anulado|' +
  'anulada|denegado|denegada|en curso|en proceso|retenido|retenida|pendente|recusado|recusada|falhou|rejeitado|' +
  'rejeitada|agendado|agendada|em processamento|estornado|estornada|in attesa|rifiutato|rifiutata|annullato|' +
  'annullata|fallito|fallita|non contabilizzato|da contabilizzare|in corso|respinto|respinta|stornato|stornata|' +
  'in behandeling|geweigerd|geannuleerd|mislukt|gereserveerd|gepland|in afwachting|oczekujaca|oczekujace|' +
  'oczekujacy|oczekuje|w trakcie|w realizacji|odrzucona|odrzucone|odrzucony|anulowana|anulowane|anulowany|nieudana|' +
  'zablokowana|zablokowane|niezrealizowana|blokada|cekajici|ceka na zauctovani|ceka na zpracovani|zamitnuto|' +
  'zamitnuta|zruseno|zrusena|neuspesne|neuspesna|neprovedeno|blokace|nezauctovano|cakajuca|caka na zauctovanie|' +
  'zamietnuta|zamietnute|zrusene|fuggo|fuggoben|fuggoben levo|elutasitva|elutasitott|torolve|torolt|sikertelen|' +
  'zarolt|foglalas|in asteptare|respinsa|respins|anulata|esuata|esuat|reserverad|vantande|avvisad|nekad|avbruten|' +
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
  'terminee|valide|validee|regle|reglee|contabilizado|contabilizada|completado|completada|realizado|realizada|' +
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

type State = 'booked' | 'not booked' | null;

/** The state that a cell names by itself, or as a part of a few words such as `Umsatz vorgemerkt`; null for others. */
function stateOf(cell: string): State {
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

/** Why a line is not booked, as a sentence; null where it is. */
export type WhyNotBooked = (cells: readonly string[]) => string | null;

/**
 * How the lines of a table say that the bank has not booked them (product 11.10): by a column of states, by a word in
 * place of the day of booking (`bookedOn`), or by having none where most others have one.
 */
export function whyNotBookedBy(
  { columns, looked }: Layout,
  entries: readonly TableLine[],
  bookedOn: number | undefined,
): WhyNotBooked {
  const column = stateColumn(columns, entries);
  const filled = columns[bookedOn ?? -1]?.filled ?? 0;
  const areDaysUsual = looked > 1 && filled > looked / 2;
  const states = new Map<string, State>();
  const known = (cell: string) => {
    const state = states.get(cell) ?? stateOf(cell);
    if (states.size < CACHED_STATES_MAX) states.set(cell, state);
    return state;
  };
  return (cells) => {
    const cell = column === null ? '' : (cells[column] ?? '').trim();
    const state = cell === '' ? null : known(cell);
    if (state === 'not booked') return `The bank has not booked this: ‘${cell}’`;
    if (state === 'booked' || bookedOn === undefined) return null;
    const day = (cells[bookedOn] ?? '').trim();
    if (day !== '' && !/\d/.test(day) && known(day) === 'not booked') return `The bank has not booked this: ‘${day}’`;
    return day === '' && areDaysUsual ? 'The bank has not booked this: it has no day of booking' : null;
  };
}

/** The column of states: by its header, or since each of its few texts is a known one. */
function stateColumn(columns: readonly Column[], entries: readonly TableLine[]): number | null {
  const fits = columns.filter(({ days, amounts, filled, length }) => {
    return filled > 0 && length <= STATE_CHARS_MAX && days === 0 && amounts < filled;
  });
  const found = fits.flatMap((column) => {
    const texts = new Set<string>();
    for (const { cells } of entries) {
      const cell = (cells[column.index] ?? '').trim();
      if (cell !== '') texts.add(cell);
      if (texts.size > STATES_MAX) return [];
    }
    const states = [...texts].map(stateOf);
    if (!states.includes('not booked')) return [];
    const isNamed = (column.roles.get('state') ?? 0) >= SCORE_MIN;
    const areStates = states.includes('booked') && states.every((state) => state !== null);
    return isNamed || areStates ? [{ index: column.index, isNamed }] : [];
  });
  return (found.find(({ isNamed }) => isNamed) ?? found[0])?.index ?? null;
}
