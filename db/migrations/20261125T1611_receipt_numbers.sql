-- The number of a receipt, as the file of cash receipts says it: the same file twice is known by it.
alter table journal_line add column receipt_no text not null default '';
comment on column journal_line.receipt_no is 'The receipt''s number within its batch; empty where the file had none';
