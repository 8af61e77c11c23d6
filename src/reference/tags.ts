/** The parts of the interface, in the order in which a merchant meets them. */
export const TAGS = [
  { name: 'auth', description: 'Logging in.' },
  { name: 'payments', description: 'Creating payments.' },
  { name: 'transactions', description: 'Reading payments, cancelling them and trying them again.' },
  { name: 'refunds', description: 'Giving money back.' },
  { name: 'customers', description: 'Who has paid, or was asked to.' },
  { name: 'balance', description: 'What is available, what is to come, and how it came about.' },
  { name: 'companies', description: 'Establishments: their terms, fixed split and access tokens.' },
  { name: 'payment links', description: 'Selling by an address alone.' },
  { name: 'reports', description: 'What each day brought.' },
  { name: 'webhooks', description: 'Being told what happens: webhooks, their deliveries, and the feed of events.' },
  { name: 'divergences', description: 'Disagreements with the acquirer about money.' },
  { name: 'users', description: 'One’s own account.' },
  { name: 'public', description: 'What a payer opens, without a login.' },
  { name: 'sandbox', description: 'Playing the payer and the bank. Absent in live.' },
  { name: 'acquirer', description: 'What banks and sub-acquirers call.' },
  { name: 'service', description: 'The process itself.' },
];
