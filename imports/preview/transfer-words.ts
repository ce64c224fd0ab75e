import { plainWords } from '../words.ts';

/** Words, without accents, of money that goes from one of somebody's accounts to another. */
const BETWEEN = new RegExp(
  '(?<!\\p{L})(transfer|transfers|xfer|moved|internal|between accounts|to savings|from savings|to checking|' +
    'from checking|top up|topup|' +
    'umbuchung|uberweisung|ubertrag|sparen|virement|transfert|traspaso|transferencia|giroconto|bonifico|' +
    'overboeking|overforing|overforsel|tilisiirto|siirto|przelew|prevod|atvezetes|atutalas|transfer propriu|prijenos|' +
    'havale|virman|μεταφορα|перевод|пополнение|振替|振込|转账|轉帳|이체)(?!\\p{L})',
  'u',
);

/** Whether a text says that money was moved between accounts (product 11.4). */
export function saysTransfer(text: string): boolean {
  return BETWEEN.test(plainWords(text));
}
