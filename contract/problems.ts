import { CHANGES_OF_SCHEDULE_MAX, PLANS_OF_USER_MAX, RULES_MAX, SCHEDULES_MAX } from '#ledger/model/constants.ts';
import { DEMO_IMPORTED_ROWS_A_DAY_MAX, DEMO_IMPORTED_ROWS_A_DAY_OF_ADDRESS_MAX } from './limits.ts';
import { messages } from './messages.ts';

export type { Problem } from './problem-details.ts';

/**
 * HTTP status and title of each problem code (RFC 9457; product 7.3). This file does not import zod, so that a screen
 * can show a title without loading the schemas.
 */
export const PROBLEMS = {
  malformed: { status: 400, title: 'The request could not be read' },
  session_required: { status: 401, title: 'Please log in' },
  incorrect_password: { status: 401, title: messages.passwordIncorrect },
  premium_required: { status: 402, title: 'This is a premium feature' },
  not_for_demo: { status: 403, title: "The demo user can't do this" },
  foreign_origin: { status: 403, title: 'This request did not come from Daybook' },
  not_found: { status: 404, title: 'Not found' },
  user_not_found: { status: 404, title: 'User does not exist' },
  transaction_not_found: { status: 404, title: 'This transaction does not exist' },
  transfer_not_found: { status: 404, title: 'This transfer does not exist' },
  account_not_found: { status: 404, title: 'This account does not exist' },
  change_set_not_found: { status: 404, title: 'This change does not exist' },
  import_not_found: { status: 404, title: 'This import does not exist, or was given up' },
  view_not_found: { status: 404, title: 'This view does not exist' },
  entry_not_found: { status: 404, title: 'This entry does not exist' },
  import_unanswered: { status: 409, title: 'Answer the questions about the file first' },
  import_committed: { status: 409, title: 'This file is imported already' },
  unreadable_file: { status: 422, title: "This file can't be read" },
  method_not_allowed: { status: 405, title: 'This address does not take that method' },
  too_many_views: { status: 409, title: 'You have as many views as you can; please remove one first' },
  category_not_found: { status: 404, title: 'This category does not exist' },
  rule_not_found: { status: 404, title: 'This rule does not exist' },
  too_many_rules: {
    status: 409,
    title: `There can't be more than ${RULES_MAX} rules; please remove one first`,
  },
  schedule_not_found: { status: 404, title: 'This schedule does not exist' },
  occurrence_not_found: { status: 404, title: 'This schedule has no such day' },
  occurrence_closed: { status: 409, title: 'This occurrence is posted or matched already' },
  occurrence_not_matched: { status: 409, title: 'This occurrence is not matched with an entry' },
  entry_matched: { status: 409, title: 'This entry is another occurrence already' },
  too_many_schedules: {
    status: 409,
    title: `Please remove a schedule first: ${SCHEDULES_MAX} are the most that there can be`,
  },
  schedule_changed_too_often: {
    status: 409,
    title: `A schedule can be changed on at most ${CHANGES_OF_SCHEDULE_MAX} days; please add a new one`,
  },
  too_many_plans: {
    status: 409,
    title: `Please plan fewer months: ${PLANS_OF_USER_MAX.toLocaleString('en')} plans are the most that there can be`,
  },
  not_enough_budget: { status: 409, title: 'There is less than that to move' },
  goal_not_found: { status: 404, title: 'This goal does not exist' },
  email_taken: { status: 409, title: 'Email is already in use' },
  upload_too_slow: { status: 408, title: 'The file came in too slowly; please try again' },
  deposit_not_empty: { status: 409, title: 'An initial deposit is only possible while the account is empty' },
  account_gone: { status: 409, title: 'The account of this is no longer there; please bring the account back first' },
  account_closed: { status: 409, title: 'This account is closed' },
  account_name_taken: { status: 409, title: messages.accountNameTaken },
  category_name_taken: { status: 409, title: messages.categoryNameTaken },
  too_many_categories: { status: 409, title: 'You have as many categories as you can; please merge some first' },
  not_own_category: { status: 409, title: 'Only a category of your own can be renamed, moved or merged' },
  category_of_other_kind: { status: 409, title: 'Both categories have to be of expenses, or both of incomes' },
  categories_apart: { status: 409, title: 'Only categories that stand in one list can be put in order' },
  category_too_deep: { status: 409, title: 'Categories have two levels: this one can not be below another' },
  category_archived: { status: 409, title: 'Nothing can be put below or into an archived category' },
  categories_are_one: { status: 409, title: 'These categories are one by now; please undo the later merge first' },
  category_is_default: { status: 409, title: 'This category stands in where none is chosen, so it stays' },
  category_has_children: { status: 409, title: 'Other categories are below this one; please move them first' },
  account_not_empty: { status: 409, title: 'Only an account with a balance of 0 can be closed' },
  everyday_stays_open: { status: 409, title: 'The first account stays open' },
  everyday_stays_budgeted: { status: 409, title: 'The first account always counts in the budget' },
  not_undoable: { status: 409, title: "A payment or a reset can't be undone" },
  already_undone: { status: 409, title: 'This change is undone already' },
  changed_meanwhile: { status: 409, title: 'The books have changed meanwhile; please look again' },
  undo_conflicts: { status: 409, title: 'Later changes stand in the way; say for each what is to stay' },
  already_paid: { status: 409, title: 'You are a premium member already' },
  payment_pending: { status: 409, title: 'Your payment is on its way; Premium begins when it arrives' },
  idempotency_key_reused: { status: 409, title: 'This Idempotency-Key was already used with another input' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  too_large: { status: 413, title: 'The request is too large' },
  quota_exceeded: { status: 413, title: messages.quotaExceeded },
  unsupported_media_type: { status: 415, title: 'This call does not take that kind of content' },
  not_an_image: { status: 422, title: messages.notAnImage },
  query_too_slow: { status: 422, title: 'This search takes too long; please make it narrower' },
  invalid: { status: 422, title: 'Something in the input is not right' },
  not_enough_balance: { status: 422, title: messages.notEnoughBalance },
  incomplete_line: { status: 422, title: 'This line does not say all that an entry needs' },
  no_changes: { status: 422, title: messages.noChanges },
  more_than_goal: { status: 422, title: messages.moreThanGoal },
  more_than_saved: { status: 422, title: messages.moreThanSaved },
  amount_too_large: { status: 422, title: messages.balanceTooLarge },
  headers_too_large: { status: 431, title: 'The headers of the request are too large' },
  too_many_requests: { status: 429, title: 'Too many tries; please wait a while' },
  too_many_uploads: { status: 429, title: 'Too many files are being uploaded at once; please wait for those' },
  too_many_demo_rows: {
    status: 429,
    title:
      `The demo user can import ${DEMO_IMPORTED_ROWS_A_DAY_OF_ADDRESS_MAX.toLocaleString('en')} rows a day, ` +
      `for all its visitors ${DEMO_IMPORTED_ROWS_A_DAY_MAX.toLocaleString('en')}; please register to import more`,
  },
  internal: { status: 500, title: 'Something went wrong on our side' },
  busy: { status: 503, title: 'The books are being written by somebody else; please try again' },
  unavailable: { status: 503, title: 'Daybook is not reachable right now; please try again shortly' },
  disk_full: {
    status: 503,
    title: 'The disk that Daybook writes to is full, so nothing can be saved until there is space again',
  },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof PROBLEMS;
