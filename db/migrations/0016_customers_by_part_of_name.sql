-- Names are searched anywhere in them. The merchant is part of the index, so that nobody's search reads through other merchants' names.
CREATE INDEX CONCURRENTLY customers_by_part_of_name ON customers USING gin (merchant_id, name_folded gin_trgm_ops);
