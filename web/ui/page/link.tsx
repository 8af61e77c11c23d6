import { Link as RouterLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { keptQuery, type QueryChanges, useAddress, withChanges } from './address.ts';

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  /** From the application’s own path on, such as `/transactions/5`. */
  to: string;
  query?: QueryChanges;
}

/** Opens another page of the application. The establishment that was chosen goes along. */
export function Link({ to, query = {}, ...props }: LinkProps) {
  const address = useAddress();
  return (
    <RouterLink
      to={to}
      search={() => withChanges(keptQuery(address.query), query) as never}
      // A page below another one is not that page: of two links only one is where one is.
      activeOptions={{ exact: true }}
      {...(props as object)}
    />
  );
}
