-- What federal money bought: when its award was made decides the limit; its terms may ask for instructions.
alter table asset add column federal_awarded_on date;
alter table asset add column federal_instructions boolean not null default false;
-- Where a disposal stands: nothing proposed, before its approvers, approved.
alter table asset add column disposal text not null default '' check (disposal in ('', 'proposed', 'approved'));

-- A proposal to dispose of an asset: its value with the basis, what is owed to the grantor, by which rule.
create table asset_disposal (
  org_id uuid not null,
  id uuid not null,
  asset_id uuid not null,
  way text not null check (way in ('sale', 'trade_in', 'retain', 'donation', 'scrap', 'transfer')),
  value_cents bigint not null check (value_cents >= 0),
  value_on date not null,
  basis text not null check (basis in ('appraisal', 'market', 'offer', 'auction', 'own')),
  basis_words text not null check (basis_words <> ''),
  reason text not null check (reason <> ''),
  federal_percent numeric(5, 2) not null default 0,
  limit_cents bigint check (limit_cents >= 0),
  grantor_asked_on date,
  grantor_answered_on date,
  grantor_words text not null default '',
  keeps_expenses boolean not null default false,
  -- Of the value while it is proposed, of the proceeds once it is sold.
  share_cents bigint not null default 0 check (share_cents >= 0),
  kept_cents bigint not null default 0 check (kept_cents >= 0 and kept_cents <= share_cents),
  proposed_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, asset_id) references asset(org_id, id),
  foreign key (proposed_by) references person(id)
);
select levee_secure('asset_disposal');
create index asset_disposal_of on asset_disposal (org_id, asset_id, created_at desc);
