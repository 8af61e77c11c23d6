import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { countQuery } from '../api/attention.ts';
import { useSession } from '../api/session.ts';
import { IconCircle, IconCircleCheckFilled } from '../ui/page/icons.ts';
import { Link } from '../ui/page/link.tsx';
import { Section } from '../ui/page/section.tsx';
import styles from './home.module.css';
import { companiesQuery } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';

interface Step {
  key: string;
  texts: { title: string; text: string; action: string };
  to: string;
  isDone: boolean;
}

/** Of each person: whoever else uses the browser has their own first steps. */
const hiddenKeyOf = (userId: number) => `vintem.first-steps.${userId}`;
const PAID = 2;

export interface FirstSteps {
  /** Null where nothing is to be shown. */
  steps: readonly Step[] | null;
  /** Nobody knows yet whether there is something to show, which would push everything else down. */
  isOpen: boolean;
  hide: () => void;
}

/** For whoever has just come: four steps that tick themselves. Gone for good when all are done, or hidden by hand. */
export function useFirstSteps(): FirstSteps {
  const key = hiddenKeyOf(useSession().user.id);
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(key) !== null);
  const { steps, isOpen } = useSteps(!isHidden);
  const isOver = steps?.every(({ isDone }) => isDone) ?? false;
  useEffect(() => {
    if (isOver) localStorage.setItem(key, 'done');
  }, [isOver, key]);
  const hide = () => {
    localStorage.setItem(key, 'hidden');
    setIsHidden(true);
  };
  return { steps: isHidden || isOver ? null : steps, isOpen: isOpen && !isHidden, hide };
}

export function FirstStepsSection({ steps, hide }: { steps: readonly Step[]; hide: () => void }) {
  const { checklist: t } = useHomeTexts();
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section
      title={t.title}
      actions={
        <>
          <span className={styles.calm}>{t.done({ done, all: steps.length })}</span>
          <Button variant="subtle" size="compact-sm" onClick={hide}>
            {t.hide}
          </Button>
        </>
      }
    >
      <ol className={styles.steps}>
        {steps.map(({ key, texts, to, isDone }) => (
          <li key={key} className={styles.step} data-done={isDone}>
            {isDone ? (
              <IconCircleCheckFilled size={20} className={styles.sign} data-tone="good" aria-hidden="true" />
            ) : (
              <IconCircle size={20} className={styles.sign} aria-hidden="true" />
            )}
            <div>
              <span className={styles.stepTitle}>
                {texts.title}
                {isDone && <span className={styles.hidden}>, {t.isDone}</span>}
              </span>
              <p>{texts.text}</p>
              {!isDone && (
                <Link to={to} className={styles.more}>
                  {texts.action}
                </Link>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function useSteps(isWanted: boolean): { steps: readonly Step[] | null; isOpen: boolean } {
  const { checklist: t } = useHomeTexts();
  const { mode } = useSession();
  const companies = useQuery({ ...companiesQuery, enabled: isWanted });
  const paid = useQuery({ ...countQuery('/transactions', { status: PAID }), enabled: isWanted });
  const webhooks = useQuery({ ...countQuery('/webhooks'), enabled: isWanted });
  const links = useQuery({ ...countQuery('/payment-links'), enabled: isWanted });
  const queries = [companies, paid, webhooks, links];
  const isOpen = queries.some(({ isPending }) => isPending);
  if (queries.some(({ isSuccess }) => !isSuccess)) return { steps: null, isOpen };
  const hasToken = companies.data?.data.some(({ active_tokens }) => active_tokens > 0) ?? false;
  const payment = mode === 'sandbox' ? t.testPayment : t.payment;
  const steps = [
    { key: 'token', texts: t.token, to: '/companies', isDone: hasToken },
    { key: 'payment', texts: payment, to: '/transactions/new', isDone: (paid.data ?? 0) > 0 },
    { key: 'webhook', texts: t.webhook, to: '/webhooks', isDone: (webhooks.data ?? 0) > 0 },
    { key: 'link', texts: t.link, to: '/links/new', isDone: (links.data ?? 0) > 0 },
  ];
  return { steps, isOpen };
}
