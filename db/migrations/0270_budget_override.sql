-- Who asked to exceed the budget with a draft, what was missing then in which accounts, and what a budget officer decided.
alter table requisition add column budget_override jsonb;
create index requisition_override_asked on requisition (org_id, requested_on desc, id desc) where budget_override ->> 'status' = 'asked';
