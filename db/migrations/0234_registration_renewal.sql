-- A registration holds for a term that the agency's rules set; afterwards the company renews it and is screened anew.
alter table vendor add column registered_until date;
create index vendor_by_registration on vendor (org_id, registered_until, id) where registered_until is not null;
grant select (registered_until) on vendor to levee_vendor;
alter table vendor_registration drop constraint vendor_registration_kind_check;
alter table vendor_registration add constraint vendor_registration_kind_check check (kind in ('registration', 'change', 'renewal'));
