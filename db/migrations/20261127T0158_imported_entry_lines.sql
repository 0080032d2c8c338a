-- The number of a line in the file that it came from.
alter table journal_entry_line add column import_no text not null default '' check (length(import_no) <= 60);
