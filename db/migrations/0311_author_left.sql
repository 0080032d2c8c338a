-- Drafts whose author is no longer a member are taken over: who wrote them before is kept, and they are found without reading every record.
alter table requisition add column former_authors jsonb;
alter table purchase_order add column former_authors jsonb;
create index requisition_drafts_of on requisition (org_id, requester_id) where status in ('draft', 'returned');
create index purchase_order_drafts_of on purchase_order (org_id, buyer_id) where status in ('draft', 'returned');
