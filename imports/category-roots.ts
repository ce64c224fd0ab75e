/** Names of accounts below which all incomes, or all expenses, stand, in languages of the programs' examples. */
const ROOTS: readonly [RegExp, 'Expense' | 'Income'][] = [
  [
    new RegExp(
      '^(incomes?|revenues?|indtægter|inkomsten|przychody|доходы|inkomster|intäkter|inntekter|thu nhập|einnahmen|' +
        'ertr[aä]ge?|einkommen|revenus?|ingresos?|receitas?|entrate|收入|収入|수입)$',
      'i',
    ),
    'Income',
  ],
  [
    new RegExp(
      '^(expenses?|udgifter|uitgaven|wydatki|расходы|utgifter|kostnader|chi phí|ausgaben|aufwand|aufwendungen|' +
        'kosten|d[ée]penses?|gastos|despesas?|spese|支出|费用|費用|지출)$',
      'i',
    ),
    'Expense',
  ],
];

/** The kind of the categories below an account of this name, or null if the name says none. */
export function kindOfRoot(name: string): 'Expense' | 'Income' | null {
  return ROOTS.find(([names]) => names.test(name.trim()))?.[1] ?? null;
}

/** Whether an account of this name stands for all incomes, or all expenses. */
export function isRootOfCategories(name: string): boolean {
  return kindOfRoot(name) !== null;
}
