import { useCan } from '../api/session.ts';
import type { PaymentLink } from '../api/types.ts';
import { ActionMenu } from '../ui/page/action-menu.tsx';
import { useAddress } from '../ui/page/address.ts';
import { IconBan, IconCheck, IconCopyPlus, IconExternalLink, IconQrcode } from '../ui/page/icons.ts';
import type { MenuAction } from '../ui/page/menu-action.ts';
import { useLinkSwitch } from './links.queries.ts';
import { useLinkTexts } from './links.texts.ts';

/** What can be done with a link, wherever it stands. `more` comes first. */
export function LinkMenu({ link, more = [] }: { link: PaymentLink; more?: readonly MenuAction[] }) {
  const { actions: t } = useLinkTexts();
  const address = useAddress();
  const switchLink = useLinkSwitch();
  const canCharge = useCan('charge');
  const isOff = link.status === 'DISABLED';
  return (
    <ActionMenu
      actions={[
        ...more,
        // By path: this browser may know the service by another name than payers do.
        { key: 'open', label: t.open, icon: IconExternalLink, href: `/l/${link.slug}` },
        {
          key: 'print',
          label: t.print,
          icon: IconQrcode,
          onChoose: () => address.go(`/links/${link.id}`, { print: '1' }),
        },
        ...(canCharge
          ? [
              {
                key: 'duplicate',
                label: t.duplicate,
                icon: IconCopyPlus,
                onChoose: () => address.go('/links/new', { from: link.id }),
              },
              {
                key: 'switch',
                label: isOff ? t.enable : t.disable,
                icon: isOff ? IconCheck : IconBan,
                isDestructive: !isOff,
                onChoose: () => switchLink(link),
              },
            ]
          : []),
      ]}
    />
  );
}
