-- Somebody asked to begin a merchant and is to show first that the mailbox is theirs: a link like an invitation's, which names no merchant yet.
ALTER TABLE invitations ADD COLUMN is_sign_up boolean NOT NULL DEFAULT false;
ALTER TABLE invitations DROP CONSTRAINT invitations_to_one_merchant;
ALTER TABLE invitations ADD CONSTRAINT invitations_to_one_merchant
  CHECK ((merchant_id IS NULL) = (merchant_name IS NOT NULL OR is_sign_up)) NOT VALID;
CREATE INDEX invitations_of_sign_ups ON invitations (email, created_at) WHERE is_sign_up;
