-- What a contract's changes and claims go by: its clocks, and whether everybody may read of them.
create table contract_change_terms (
  org_id uuid not null,
  -- The contract.
  id uuid not null,
  -- Clocks of claims in days: to give notice after the event, to submit, to decide, to appeal.
  notice_days int check (notice_days between 0 and 3650),
  submit_days int check (submit_days between 0 and 3650),
  decide_days int check (decide_days between 0 and 3650),
  appeal_days int check (appeal_days between 0 and 3650),
  day_count text not null default 'calendar' check (day_count in ('calendar', 'business')),
  -- Where the contract says so.
  citation text not null default '',
  -- The agency shows change orders and claims of this contract to everybody.
  published boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, id) references contract (org_id, id)
);
select levee_secure('contract_change_terms');

-- A change order: what goes up and what goes down, line by line; the two are never netted.
create table contract_change (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  contract_id uuid not null,
  -- The contract's first, second, third change order.
  sequence int not null,
  status text not null default 'proposed' check (status in ('proposed', 'reviewed', 'priced', 'funds_checked', 'in_approval', 'approved', 'signed', 'applied', 'refused', 'withdrawn')),
  -- Who proposed it.
  side text not null check (side in ('agency', 'vendor')),
  title text not null,
  reason text not null,
  -- Cents and days, sums of the lines; both sums of money are positive.
  increase bigint not null default 0 check (increase >= 0),
  decrease bigint not null default 0 check (decrease >= 0),
  days int not null default 0,
  -- Whether it is within the contract's scope, and why; null until it is reviewed.
  in_scope boolean,
  scope_reason text not null default '',
  -- Cost or price analysis, 2 CFR 200.324(a).
  analysis text not null default '',
  -- What pays for it, and [{ year, amount }] of the net change.
  funding text not null default '',
  year_plan jsonb not null default '[]',
  -- The governing body's decision beyond the caps: its number, its day, its document.
  body_number text,
  body_day date,
  body_file_id uuid,
  -- The claim whose settlement it carries out.
  claim_id uuid,
  -- Everybody of the agency who proposed or priced it: they do not approve it.
  drafted_by jsonb not null default '[]',
  -- The vendor's person, by name.
  proposed_by text not null default '',
  status_reason text,
  applied_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  unique (org_id, contract_id, sequence),
  foreign key (org_id, contract_id) references contract (org_id, id),
  foreign key (org_id, body_file_id) references stored_file (org_id, id),
  check ((body_number is null) = (body_day is null))
);
select levee_secure('contract_change');
create index contract_change_recent on contract_change (org_id, number desc);

create table contract_change_line (
  org_id uuid not null,
  id uuid not null,
  change_id uuid not null,
  line_no int not null,
  description text not null,
  -- Cents, below zero for a decrease.
  amount bigint not null,
  days int not null default 0,
  primary key (org_id, id),
  unique (org_id, change_id, line_no),
  foreign key (org_id, change_id) references contract_change (org_id, id)
);
select levee_secure('contract_change_line');

-- A vendor's claim under a contract.
create table contract_claim (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  contract_id uuid not null,
  status text not null default 'noticed' check (status in ('noticed', 'submitted', 'under_review', 'accepted', 'part', 'denied', 'appealed', 'settled', 'closed')),
  side text not null check (side in ('agency', 'vendor')),
  title text not null,
  narrative text not null,
  -- When it happened, when the agency had notice of it, and by when the contract asks for that; null where it sets no day.
  event_on date not null,
  noticed_on date not null,
  notice_due_on date,
  late boolean not null default false,
  -- The contract's clocks as they were at the notice.
  submit_days int,
  decide_days int,
  appeal_days int,
  day_count text not null default 'calendar' check (day_count in ('calendar', 'business')),
  citation text not null default '',
  submitted_on date,
  -- Who certified the amount and the days when it was submitted.
  certified_by text,
  decided_on date,
  decision text not null default '',
  appealed_on date,
  appeal text not null default '',
  -- The settlement that approvers are asked for, or that is agreed.
  settlement text not null default '',
  settling boolean not null default false,
  settled_by jsonb not null default '[]',
  settled_on date,
  change_id uuid,
  owner_id uuid,
  status_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, contract_id) references contract (org_id, id),
  foreign key (org_id, change_id) references contract_change (org_id, id)
);
select levee_secure('contract_claim');
create index contract_claim_recent on contract_claim (org_id, number desc);
create index contract_claim_of on contract_claim (org_id, contract_id);
alter table contract_change add foreign key (org_id, claim_id) references contract_claim (org_id, id);

-- What is claimed, point by point, in cents and days; null where nobody said so yet.
create table contract_claim_issue (
  org_id uuid not null,
  id uuid not null,
  claim_id uuid not null,
  line_no int not null,
  title text not null,
  claimed bigint not null default 0,
  claimed_days int not null default 0,
  found bigint,
  found_days int,
  offered bigint,
  offered_days int,
  settled bigint,
  settled_days int,
  primary key (org_id, id),
  unique (org_id, claim_id, line_no),
  foreign key (org_id, claim_id) references contract_claim (org_id, id)
);
select levee_secure('contract_claim_issue');

-- Counsel's notes on a claim. The database itself shows them to nobody without counsel's duty, whatever a query asks.
create table contract_claim_note (
  org_id uuid not null,
  id uuid not null,
  claim_id uuid not null,
  body text not null,
  author_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, claim_id) references contract_claim (org_id, id)
);
select levee_secure('contract_claim_note');
revoke update, delete on contract_claim_note from levee_app;
create index contract_claim_note_of on contract_claim_note (org_id, claim_id, created_at);
create policy counsel_alone on contract_claim_note as restrictive to levee_app
  using (exists (select 1 from member_duty d where d.org_id = (select levee_org()) and d.person_id = (select levee_person()) and d.duty = 'counsel'))
  with check (author_id = (select levee_person()) and exists (select 1 from member_duty d where d.org_id = (select levee_org()) and d.person_id = (select levee_person()) and d.duty = 'counsel'));

alter table contract_ceiling_entry add column change_id uuid;
alter table contract_ceiling_entry add foreign key (org_id, change_id) references contract_change (org_id, id);
alter table contract_signing add column change_id uuid;
alter table contract_signing add foreign key (org_id, change_id) references contract_change (org_id, id);

-- A vendor sees what it proposed, what is approved of its contracts, and its own claims; never how the agency judged.
create policy own on contract_change for select to levee_vendor using ((side = 'vendor' or status in ('approved', 'signed', 'applied')) and (org_id, contract_id) in (select org_id, id from contract));
grant select (org_id, id, number, contract_id, status, side, title, reason, increase, decrease, days, proposed_by, status_reason, applied_at, updated_at, version) on contract_change to levee_vendor;
create policy own on contract_change_line for select to levee_vendor using ((org_id, change_id) in (select org_id, id from contract_change));
grant select on contract_change_line to levee_vendor;
create policy own on contract_claim for select to levee_vendor using ((org_id, contract_id) in (select org_id, id from contract));
grant select (org_id, id, number, contract_id, status, side, title, narrative, event_on, noticed_on, notice_due_on, late, submit_days, decide_days, appeal_days, day_count, citation, submitted_on, certified_by, decided_on, decision, appealed_on, appeal, settled_on, change_id, status_reason, updated_at, version) on contract_claim to levee_vendor;
create policy own on contract_claim_issue for select to levee_vendor using ((org_id, claim_id) in (select org_id, id from contract_claim));
grant select (org_id, id, claim_id, line_no, title, claimed, claimed_days, offered, offered_days, settled, settled_days) on contract_claim_issue to levee_vendor;
create policy own on contract_change_terms for select to levee_vendor using ((org_id, id) in (select org_id, id from contract));
grant select (org_id, id, notice_days, submit_days, decide_days, appeal_days, day_count, citation) on contract_change_terms to levee_vendor;

-- Everybody reads what an agency publishes: contract by contract, where the agency publishes such things at all.
create policy published on contract_change_terms for select to levee_anon using (published and org_id in (select levee_publishes('changes')));
grant select (org_id, id, published) on contract_change_terms to levee_anon;
create policy changes_published on contract for select to levee_anon using ((org_id, id) in (select t.org_id, t.id from contract_change_terms t));
grant select (org_id, id, number, title, vendor_id, original_ceiling, ceiling) on contract to levee_anon;
create policy named_in_changes on vendor for select to levee_anon using ((org_id, id) in (select c.org_id, c.vendor_id from contract c));
create policy published on contract_change for select to levee_anon using (status in ('in_approval', 'approved', 'signed', 'applied') and (org_id, contract_id) in (select t.org_id, t.id from contract_change_terms t));
grant select (org_id, id, number, contract_id, status, title, increase, decrease, days) on contract_change to levee_anon;
create policy published on contract_claim for select to levee_anon using (status <> 'noticed' and submitted_on is not null and (org_id, contract_id) in (select t.org_id, t.id from contract_change_terms t));
grant select (org_id, id, number, contract_id, status, title, submitted_on) on contract_claim to levee_anon;
create policy published on contract_claim_issue for select to levee_anon using ((org_id, claim_id) in (select c.org_id, c.id from contract_claim c));
grant select (org_id, claim_id, claimed, claimed_days, settled, settled_days) on contract_claim_issue to levee_anon;

-- Agencies that publish already publish none of it until an administrator says so.
alter table organization no force row level security;
update organization set settings = jsonb_set(settings, '{publish,changes}', 'false') where jsonb_typeof(settings->'publish') = 'object' and not (settings->'publish') ? 'changes';
alter table organization force row level security;
