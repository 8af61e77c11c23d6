-- In a file of its own: the trigger of 0118 is there by now, so no payment slips through between the two.
INSERT INTO payment_receipts (acquirer, end_to_end_id, payment_id)
SELECT acquirer, response_data_subacquirer_integration ->> 'endToEndId', id FROM payments
WHERE response_data_subacquirer_integration ->> 'endToEndId' IS NOT NULL ORDER BY id
ON CONFLICT DO NOTHING;
