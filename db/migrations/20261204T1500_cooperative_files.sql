-- The file of a cooperative purchase, 2 CFR 200.318(e): the other agency's contract that ours rests on. What is not
-- entered yet is null or empty: it is told as missing, and stops orders.
create table contract_cooperative (
  org_id uuid not null,
  -- The contract of ours.
  id uuid not null,
  -- The agency that competed and holds the lead contract, its number there, its last day.
  lead_agency text not null default '',
  lead_number text not null default '',
  lead_ends_on date,
  -- How the lead agency competed it, in words where they say more, and the evidence.
  competition text check (competition in ('sealed_bid', 'proposal', 'quotes', 'other')),
  competition_note text not null default '',
  competition_file_id uuid,
  -- By what we may use it, where that stands, and the document.
  right_kind text check (right_kind in ('participation_clause', 'joint_agreement')),
  right_note text not null default '',
  right_file_id uuid,
  -- Why this purchase is within its scope.
  scope text not null default '',
  -- What the lead agency leaves for us, in its words, and in cents where it names an amount.
  quantity_left text not null default '',
  amount_left bigint check (amount_left >= 0),
  -- The lead contract has the clauses that federal money asks for, and where they stand in it.
  clauses_there boolean not null default false,
  clauses_note text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, id) references contract (org_id, id),
  foreign key (org_id, competition_file_id) references stored_file (org_id, id),
  foreign key (org_id, right_file_id) references stored_file (org_id, id)
);
select levee_secure('contract_cooperative');
