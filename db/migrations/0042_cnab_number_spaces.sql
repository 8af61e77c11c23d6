-- Under which names numbers were drawn within what a bank tells numbers apart by: an acquirer that is removed, or gets another range, leaves
-- numbers behind that no other may give again.
CREATE TABLE cnab_number_spaces (
  -- Bank, agreement, wallet and what else makes one row of numbers.
  space text NOT NULL,
  acquirer text NOT NULL,
  PRIMARY KEY (space, acquirer)
);
