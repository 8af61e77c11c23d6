ALTER TABLE refunds VALIDATE CONSTRAINT refunds_kind_check;
ALTER TABLE refunds VALIDATE CONSTRAINT refunds_med_has_nature;
ALTER TABLE divergences VALIDATE CONSTRAINT divergences_kind_check;
ALTER TABLE divergences VALIDATE CONSTRAINT divergences_med_is_booked;
