-- Who handed a link out: it ends when that person may not hand it out any more. Null: the operator, or a release that did not write it down.
ALTER TABLE invitations ADD COLUMN invited_by bigint REFERENCES users (id);

UPDATE invitations i SET invited_by = l.actor_id FROM audit_log l
WHERE l.merchant_id = i.merchant_id AND l.action = 'user.invited' AND l.actor_kind = 'user'
  AND l.object_kind = 'invitation' AND l.object_id = i.id::text;
