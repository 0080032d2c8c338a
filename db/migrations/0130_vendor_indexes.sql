-- The same as the unique index of (org_id, number), which reads lists in order of number as well: a number names one vendor, the id after it sorts nothing.
drop index vendor_by_number;
