import type { Messages } from '../../i18n/texts.ts';
import type { ptBr } from './team.pt-br.ts';

export const en = {
  title: 'Team',
  invite: 'Invite',
  inviteTitle: 'Invite an operator',
  email: 'E-mail',
  name: 'Name',
  nameText: 'May stay empty',
  role: 'Role',
  makeLink: 'Make the link',
  made: ({ email }) => `Invitation of ${email}`,
  roleTexts: {
    ADMIN: 'Everything, the team too',
    FINANCE: 'Reads all; terms, divergences, files and audits',
    SUPPORT: 'Reads masked data; helps people and changes the status of merchants',
  },
  columns: { name: 'Person', role: 'Role', factor: 'Two steps', status: 'Status', since: 'Since', actions: 'Actions' },
  you: 'you',
  menu: ({ name }) => `Actions of ${name}`,
  changeRole: 'Change the role',
  changeRoleText: 'It ends the sessions, links and tokens of the person.',
  activate: 'Activate',
  activateText: 'The person logs in again with the password they had.',
  deactivate: 'Deactivate',
  deactivateText: 'The person cannot log in; their sessions, links, invitations and tokens end now.',
  resetLink: 'Make a link for a new password',
  resetText: 'Whoever has the link chooses another password. First make sure who is asking.',
  resetMade: 'Link for a new password',
  changed: 'Change saved',
} satisfies Messages<typeof ptBr>;
