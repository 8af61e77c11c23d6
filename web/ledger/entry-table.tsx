import { Fragment } from 'react';
import { useFormats } from '../i18n/formats.ts';
import { dayOf } from '../ui/lists/periods.ts';
import { Link } from '../ui/page/link.tsx';
import { useNarrow } from '../ui/use-narrow.ts';
import styles from './ledger.module.css';
import type { Entry, Statement } from './ledger.queries.ts';
import { useLedgerTexts } from './ledger.texts.ts';
import { daysWithBalances } from './running-balance.ts';

/** Entries by the day on which they count, each with the balance after it. */
export function EntryTable({ statement, isDimmed }: { statement: Statement; isDimmed: boolean }) {
  const { statement: t } = useLedgerTexts();
  const { longDay, money } = useFormats();
  const isNarrow = useNarrow();
  const days = daysWithBalances(statement.data, statement.page_opening_balance, ({ available_at }) =>
    dayOf(Date.parse(available_at)),
  );
  const columns = isNarrow ? 2 : 4;
  return (
    <div className={`${styles.days} ${isDimmed ? styles.dimmed : ''}`} aria-busy={isDimmed}>
      <table className={styles.table} aria-label={t.title}>
        {!isNarrow && (
          <thead>
            <tr>
              {[t.entry, t.order].map((name) => (
                <th key={name} scope="col" className={styles.column}>
                  {name}
                </th>
              ))}
              {[t.amount, t.balance].map((name) => (
                <th key={name} scope="col" className={`${styles.column} ${styles.right}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {days.map(({ day, rows }) => (
            <Fragment key={day}>
              <tr>
                <th scope="rowgroup" colSpan={columns} className={styles.day}>
                  {longDay(day)}
                </th>
              </tr>
              {rows.map(({ entry, balance }) =>
                isNarrow ? (
                  <tr key={entry.id}>
                    <td>
                      <Name entry={entry} />
                      <span className={styles.about}>
                        <Order entry={entry} />
                      </span>
                    </td>
                    <td className={styles.right}>
                      <Amount cents={entry.amount} />
                      <span className={styles.about}>{money(balance)}</span>
                    </td>
                  </tr>
                ) : (
                  <tr key={entry.id}>
                    <td>
                      <Name entry={entry} />
                    </td>
                    <td>
                      <Order entry={entry} />
                    </td>
                    <td className={styles.right}>
                      <Amount cents={entry.amount} />
                    </td>
                    <td className={styles.right}>{money(balance)}</td>
                  </tr>
                ),
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Name({ entry: { kind, cause, account, refund_id } }: { entry: Entry }) {
  const { statement: t } = useLedgerTexts();
  const about = [
    ...(cause === 'refund_refused' ? [t.refused] : []),
    ...(account === 'retained' ? [t.retained] : []),
  ].join(' · ');
  return (
    <>
      {t.kinds[kind]}
      {(about || refund_id !== null) && (
        <span className={styles.about}>
          {about}
          {about && refund_id !== null && ' · '}
          {refund_id !== null && <Link to={`/refunds/${refund_id}`}>{t.refundNumber({ id: refund_id })}</Link>}
        </span>
      )}
    </>
  );
}

function Order({ entry: { transaction_id, order_number } }: { entry: Entry }) {
  return transaction_id === null ? null : <Link to={`/transactions/${transaction_id}`}>{order_number}</Link>;
}

/** Signs carry the meaning; the colour of what comes in only helps. */
function Amount({ cents }: { cents: number }) {
  const { money } = useFormats();
  return <span className={cents > 0 ? styles.credit : undefined}>{cents > 0 ? `+${money(cents)}` : money(cents)}</span>;
}
