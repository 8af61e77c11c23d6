import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countQuery } from '../api/attention.ts';
import { useSession } from '../api/session.ts';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/section.tsx';
import styles from './home.module.css';
import { companiesQuery } from './home.queries.ts';
import { useHomeTexts } from './home.texts.ts';

interface Step {
  key: string;
  texts: { title: string; text: string; action: string };
  to: string;
  isDone: boolean;
}

const HIDDEN = 'vintem.first-steps';
const PAID = 2;

/** For whoever has just come: four steps that tick themselves. Gone when all are done, or hidden by hand. */
export function FirstSteps() {
  const { checklist: t } = useHomeTexts();
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(HIDDEN) === 'hidden');
  const steps = useSteps(!isHidden);
  const done = steps?.filter(({ isDone }) => isDone).length ?? 0;
  if (isHidden || !steps || done === steps.length) return null;
  const hide = () => {
    localStorage.setItem(HIDDEN, 'hidden');
    setIsHidden(true);
  };
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

/** Null until everything is known: a list that ticks itself while one looks is unrest. */
function useSteps(isWanted: boolean): readonly Step[] | null {
  const { checklist: t } = useHomeTexts();
  const { mode } = useSession();
  const companies = useQuery({ ...companiesQuery, enabled: isWanted });
  const paid = useQuery({ ...countQuery('/transactions', { status: PAID }), enabled: isWanted });
  const webhooks = useQuery({ ...countQuery('/webhooks'), enabled: isWanted });
  const links = useQuery({ ...countQuery('/payment-links'), enabled: isWanted });
  if ([companies, paid, webhooks, links].some(({ isSuccess }) => !isSuccess)) return null;
  const hasToken = companies.data?.data.some(({ active_tokens }) => active_tokens > 0) ?? false;
  return [
    { key: 'token', texts: t.token, to: '/companies', isDone: hasToken },
    {
      key: 'payment',
      texts: mode === 'sandbox' ? t.testPayment : t.payment,
      to: '/transactions/new',
      isDone: (paid.data ?? 0) > 0,
    },
    { key: 'webhook', texts: t.webhook, to: '/webhooks', isDone: (webhooks.data ?? 0) > 0 },
    { key: 'link', texts: t.link, to: '/links/new', isDone: (links.data ?? 0) > 0 },
  ];
}
