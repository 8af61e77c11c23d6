ALTER TABLE companies VALIDATE CONSTRAINT companies_of_a_merchant;
ALTER TABLE users VALIDATE CONSTRAINT users_role_check;
ALTER TABLE invitations VALIDATE CONSTRAINT invitations_role_check;
