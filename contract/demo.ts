/** Public credentials of the demo user, used by the demo login button (product 1.4). */
export const DEMO_EMAIL = 'demo@daybook.example';
export const DEMO_PASSWORD = 'daybook for everybody';
