/** Where the database is reached, by whom and for what. */
export interface DatabaseAddresses {
  databaseUrl: string | null;
  databaseOwnerUrl: string | null;
  databaseDirectUrl: string | null;
  databaseReadUrl: string | null;
  isPooled: boolean;
}

/** What one of them promises and another does not give; null when they fit. */
export function problemOfAddresses(addresses: DatabaseAddresses): string | null {
  const { databaseUrl, databaseOwnerUrl, databaseDirectUrl, databaseReadUrl, isPooled } = addresses;
  if (databaseOwnerUrl && !databaseUrl) return 'DATABASE_OWNER_URL is set, but DATABASE_URL is missing';
  if (databaseReadUrl && !databaseUrl)
    return 'DATABASE_READ_URL is set, but DATABASE_URL is missing: the embedded database has no replica';
  if (isPooled && !(databaseUrl && (databaseOwnerUrl ?? databaseDirectUrl)))
    return (
      'DATABASE_PREPARE=off is for a pooler at DATABASE_URL: set DATABASE_OWNER_URL or DATABASE_DIRECT_URL to ' +
      'PostgreSQL itself, where migrations keep a session of their own'
    );
  return null;
}
