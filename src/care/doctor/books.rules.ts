import type { BookFacts } from './facts.rules.ts';
import { type Finding, named, warns } from './findings.rules.ts';

const HOUR_MS = 3_600_000;
/** It runs each night. */
const OLDEST_AUDIT_HOURS = 50;

/** What the books and the banks say of each other. It stops no payment, and somebody has to look at it. */
export function judgeBooks(books: BookFacts | null, realNow: Date): Finding[] {
  if (!books) return [];
  const findings: Finding[] = [];
  if (books.openDivergences > 0)
    findings.push(
      warns(
        'DIVERGENCE_OPEN',
        `${books.openDivergences} divergences about money are open`,
        'look at vintem divergence list, then book or resolve each',
      ),
    );
  if (books.differing.length > 0)
    findings.push(
      warns(
        'COMPARISON_DIFFERS',
        `the last day that was compared differs from what these banks say: ${named(books.differing)}`,
        'look at vintem reconciliation',
      ),
    );
  if (books.audit && books.audit.findings > 0)
    findings.push(
      warns(
        'AUDIT_FINDINGS',
        `the last audit found ${books.audit.findings} things broken`,
        'run vintem audit, which names them',
      ),
    );
  const hours = books.audit ? (realNow.getTime() - books.audit.finishedAt.getTime()) / HOUR_MS : 0;
  if (books.isAudited && hours > OLDEST_AUDIT_HOURS)
    findings.push(
      warns(
        'AUDIT_OLD',
        `the books were last audited ${Math.floor(hours)} hours ago`,
        'run a process with VINTEM_ROLE=worker or all, and look into its log',
      ),
    );
  return findings;
}
