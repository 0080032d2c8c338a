-- Charges less allowances on the line itself (EN 16931 BT-136, BT-141), in cents.
alter table invoice_line add column adjustment bigint not null default 0;
