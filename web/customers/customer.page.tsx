import { PageInWork } from '../ui/page-in-work.tsx';

export function Page() {
  return <PageInWork title="Cliente" />;
}
