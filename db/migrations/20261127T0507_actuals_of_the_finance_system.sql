-- The document of the finance system that an entry came from: such an entry is there already.
alter table journal_entry add column external_no text check (length(external_no) between 1 and 60);
create unique index journal_entry_external on journal_entry (org_id, external_no) where external_no is not null;
alter table gl_entry add column own_there boolean not null default false;
comment on column gl_entry.own_there is 'It arose in the finance system, so that its lines go there in no batch.';
create index gl_entry_of_document on gl_entry (org_id, document_id);
