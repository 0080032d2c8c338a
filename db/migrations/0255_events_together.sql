-- The events of one transaction are one row, in their order: [{"topic": …, "objectId": …, "data": {…}}, …]. Nobody hears what was written before:
-- a stream tells what comes while it is open, and a browser that comes back reads everything anew.
truncate outbox_event;
alter table outbox_event drop column topic, drop column object_id, drop column data, drop column xid, add column events json not null;
