-- The primary key (org_id, id), read backward, gives the same order.
drop index commitment_entry_recent;
