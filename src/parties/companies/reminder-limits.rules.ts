/** How many reminders of one boleto a company may send, and how far from its due date; for the dashboard, too. */
export const MAX_REMINDERS = 5;
export const MAX_DAYS_APART = 30;
