/** Further words by which people look for a screen, a command or a section of the settings, by its name. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  Overview: ['home', 'dashboard', 'left to spend'],
  Transactions: ['entries', 'search', 'find', 'list'],
  Budget: ['plan', 'envelopes', 'month'],
  Upcoming: ['bills', 'due', 'recurring', 'schedules', 'subscriptions', 'forecast', 'next weeks'],
  Accounts: ['bank', 'reconcile', 'compare', 'missing', 'difference', 'balance', 'loan', 'cash'],
  Goals: ['savings', 'save'],
  Statistics: ['charts', 'spent', 'spending', 'year', 'months', 'tax'],
  Reports: ['charts', 'compare', 'trend', 'average', 'by tag', 'year over year', 'heat'],
  Categories: ['category', 'groups', 'merge', 'rename'],
  Rules: ['always', 'automatic', 'filing'],
  Import: ['upload', 'csv', 'ofx', 'bank statement'],
  History: ['undo', 'restore', 'mistake', 'earlier', 'changes'],
  Account: ['profile', 'avatar', 'name'],
  Settings: ['preferences', 'options'],
  'New expense': ['split', 'spend', 'pay'],
  'New income': ['earn', 'salary', 'refund'],
  'New transfer': ['move money'],
  'Check my books': ['verify', 'audit', 'seal'],
  Password: ['change password'],
  'Signing in': ['two factor', 'second factor', 'two step', '2fa', 'passkey', 'authenticator', 'security'],
  Sessions: ['devices'],
  'Security log': ['logins'],
  Proposals: ['assistant', 'accept', 'agent'],
  Programs: ['tokens', 'api', 'scripts', 'assistant'],
  'Language and region': ['date', 'week', 'format'],
  Notifications: ['calendar', 'reminders'],
  Exports: ['download', 'csv', 'backup', 'spreadsheet', 'year', 'tax'],
  'This device': ['dark', 'light', 'theme', 'keys'],
  Danger: ['delete account', 'erase'],
};

/** The further words by which an item of the palette is found (product 9.4). */
export function paletteWords(name: string): string[] {
  return [...(WORDS[name] ?? [])];
}
