-- A final offer may be taken back before its due instant, like a bid; the ledger's entry of a withdrawal is what its receipt names.
alter table final_offer_envelope add column withdrawn_at timestamptz, add column ended_entry uuid, add constraint final_offer_envelope_withdrawn check (withdrawn_at is null or (state in ('erasing', 'erased') and ended_entry is not null));
grant select (withdrawn_at, ended_entry) on final_offer_envelope to levee_vendor;
alter table bid add column ended_entry uuid;
