/** The demo user that everybody can log in as with one click: fixed, and known to the dashboard (product 1.4). */
export const DEMO_EMAIL = 'demo@daybook.example';
export const DEMO_PASSWORD = 'daybook for everybody';
