-- A whole record number among millions of audit entries, movements of the budget and approvals: which parts of the table may hold it. Nothing is written to such an index with a row, only once
-- for a part of the table that is full, by autovacuum; it suits rows that are appended. Equality is leakproof, so that row security lets it be asked.
create index audit_entry_number on audit_entry using brin (object_number text_bloom_ops) with (pages_per_range = 32, autosummarize = on);
create index commitment_entry_number on commitment_entry using brin (document_number text_bloom_ops) with (pages_per_range = 32, autosummarize = on);
create index approval_request_number on approval_request using brin (document_number text_bloom_ops) with (pages_per_range = 32, autosummarize = on);
