-- A payment that a bank received pays one charge, whatever txid the bank names it by.
CREATE UNIQUE INDEX CONCURRENTLY payments_one_per_receipt ON payments (acquirer, (response_data_subacquirer_integration ->> 'endToEndId'))
  WHERE response_data_subacquirer_integration ->> 'endToEndId' IS NOT NULL;
