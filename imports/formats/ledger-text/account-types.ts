import { categoryOfFile } from '../../category-of-file.ts';
import { isRootOfCategories, kindOfRoot } from '../../category-roots.ts';
import type { ParsedCategory } from '../../parsed.ts';
import type { AccountType } from './journal.ts';

/** The first part of accounts' names, in the languages of the programs' own examples. */
const ROOTS: readonly [RegExp, AccountType][] = [
  [
    new RegExp(
      '^(assets?|aktiva|aktiver|activa|aktywa|активы|tillgångar|eiendeler|tài sản|vermögen|vermoegen|actifs?|' +
        'activos?|ativos?|attivit[àa]|资产|資産|資產|자산)$',
      'i',
    ),
    'has',
  ],
  [
    new RegExp(
      '^(liabilit(y|ies)|debts?|passiva|passiver|pasywa|zobowiązania|пассивы|обязательства|skulder|gjeld|nợ|' +
        'verbindlichkeiten|schulden|passifs?|pasivos?|passivos?|passivit[àa]|负债|負債|부채)$',
      'i',
    ),
    'owes',
  ],
];

/**
 * The type of an account: as the journal declares it for the account or one above it, else by the first part of its
 * name.
 */
export function typeOf(account: string, declared: ReadonlyMap<string, AccountType>): AccountType {
  const parts = account.toLowerCase().split(':');
  for (let depth = parts.length; depth > 0 && declared.size > 0; depth -= 1) {
    const type = declared.get(parts.slice(0, depth).join(':'));
    if (type) return type;
  }
  const root = ROOTS.find(([names]) => names.test(parts[0] ?? ''))?.[1];
  return root ?? kindOfRoot(parts[0] ?? '') ?? 'other';
}

/**
 * The category that an account of income or expenses is, by the parts of its name; null for other accounts, and for one
 * that stands for all of them. The first part names no category where it says the kind, as in Beancount it always does.
 */
export function categoryOfAccount(
  account: string,
  type: AccountType,
  format: 'beancount' | 'hledger',
): ParsedCategory | null {
  if (type !== 'Expense' && type !== 'Income') return null;
  const [root = '', ...names] = account.split(':');
  return categoryOfFile(format === 'beancount' || isRootOfCategories(root) ? names : [root, ...names], type);
}

/** The ISO code of a currency's sign or word; the commodity itself where it is a code, or null if it is no money. */
export function currencyOf(commodity: string): string | null {
  if (ISO.has(commodity)) return commodity;
  return SIGNS[commodity] ?? null;
}

/** Whether a commodity is money, of whatever currency. */
export function isMoney(commodity: string, declared: ReadonlySet<string>): boolean {
  return commodity === '' || currencyOf(commodity) !== null || /^\p{Sc}$/u.test(commodity) || declared.has(commodity);
}

const ISO = new Set(Intl.supportedValuesOf('currency'));
const SIGNS: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  R$: 'BRL',
  '₽': 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₴': 'UAH',
  zł: 'PLN',
  Kč: 'CZK',
  Fr: 'CHF',
};
