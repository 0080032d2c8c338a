-- The evaluation of a solicitation's bids. Nothing of a bid's content is here: it is read from the bids, and what was decided on is frozen in the sheet.
create table evaluation (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  solicitation_id uuid not null,
  round int not null default 1 check (round > 0),
  status text not null default 'setup' check (status in ('setup', 'declarations', 'individual_scoring', 'locked', 'consensus', 'price_opened', 'ranked', 'recommended', 'approved', 'ended')),
  coordinator_id uuid not null,
  minimum_evaluators int not null check (minimum_evaluators > 0),
  scored boolean not null,
  locked_at timestamptz,
  price_opened_at timestamptz,
  -- Digests of texts that lie in evaluation_text: whoever may not read the evaluation does not read them in the audit record either.
  sheet_digest text,
  ranked_at timestamptz,
  analysis_kind text check (analysis_kind in ('price', 'cost')),
  scenario_id uuid,
  memo_digest text,
  memo_signed_by uuid,
  memo_signed_at timestamptz,
  approved_by uuid,
  approved_at timestamptz,
  ended_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id),
  check ((memo_signed_by is null) = (memo_digest is null))
);
select levee_secure('evaluation');
create unique index evaluation_live on evaluation (org_id, solicitation_id) where status <> 'ended';
create index evaluation_created on evaluation (org_id, created_at desc nulls first, id desc nulls first);
create index evaluation_numbered on evaluation (org_id, number, id);

-- Who takes part. A coordinator runs it and may score only when also an evaluator.
create table evaluation_member (
  org_id uuid not null,
  id uuid not null,
  evaluation_id uuid not null,
  person_id uuid not null,
  role text not null check (role in ('chair', 'evaluator', 'coordinator')),
  scoring boolean not null,
  -- Before any name is known.
  declared_at timestamptz,
  declaration text not null default '',
  -- Once the bidders are known: per vendor, in jsonb as [{ vendorId, conflict, note }].
  bidders_declared_at timestamptz,
  bidders jsonb not null default '[]',
  recused_at timestamptz,
  recusal_reason text,
  submitted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, evaluation_id, person_id),
  foreign key (org_id, evaluation_id) references evaluation (org_id, id)
);
select levee_secure('evaluation_member');
create index evaluation_member_person on evaluation_member (org_id, person_id, evaluation_id);

-- The texts of an evaluation: the frozen score sheet (everything that the ranking was computed from), the cost or price analysis, the written finding
-- on competition, the recommendation memo. Audited by their SHA-256.
create table evaluation_text (
  org_id uuid not null,
  id uuid not null,
  evaluation_id uuid not null,
  kind text not null check (kind in ('sheet', 'analysis', 'finding', 'memo')),
  text text not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  written_by uuid not null,
  written_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, evaluation_id, kind),
  foreign key (org_id, evaluation_id) references evaluation (org_id, id)
);
select levee_secure('evaluation_text');

create table evaluation_bid (
  org_id uuid not null,
  id uuid not null,
  evaluation_id uuid not null,
  bid_id uuid not null,
  vendor_id uuid not null,
  responsive boolean,
  responsive_reason text not null default '',
  responsible boolean,
  responsible_reason text not null default '',
  responsibility jsonb,
  -- For the agency's preference and its goal; with the evidence.
  preferred boolean not null default false,
  counts boolean not null default false,
  standing_note text not null default '',
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, evaluation_id, bid_id),
  foreign key (org_id, evaluation_id) references evaluation (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  check (responsive is not false or responsive_reason <> ''),
  check (responsible is not false or responsible_reason <> '')
);
select levee_secure('evaluation_bid');

create table evaluation_check (
  org_id uuid not null,
  id uuid not null,
  evaluation_bid_id uuid not null,
  item text not null,
  label text not null,
  mandatory boolean not null,
  result text not null check (result in ('met', 'not_met', 'minor', 'not_applicable')),
  note text not null default '',
  checked_by uuid not null,
  checked_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, evaluation_bid_id, item),
  foreign key (org_id, evaluation_bid_id) references evaluation_bid (org_id, id)
);
select levee_secure('evaluation_check');

create table evaluation_score (
  org_id uuid not null,
  id uuid not null,
  evaluation_id uuid not null,
  member_id uuid not null,
  evaluation_bid_id uuid not null,
  criterion_id uuid not null,
  score numeric(5,2) not null check (score >= 0),
  note text not null default '',
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, member_id, evaluation_bid_id, criterion_id),
  foreign key (org_id, evaluation_id) references evaluation (org_id, id),
  foreign key (org_id, member_id) references evaluation_member (org_id, id),
  foreign key (org_id, evaluation_bid_id) references evaluation_bid (org_id, id),
  foreign key (org_id, criterion_id) references solicitation_criterion (org_id, id)
);
select levee_secure('evaluation_score');
create index evaluation_score_of on evaluation_score (org_id, evaluation_id);

create table evaluation_consensus (
  org_id uuid not null,
  id uuid not null,
  evaluation_id uuid not null,
  evaluation_bid_id uuid not null,
  criterion_id uuid not null,
  score numeric(5,2) not null check (score >= 0),
  mean numeric(7,4) not null,
  comment text not null default '',
  set_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, evaluation_bid_id, criterion_id),
  foreign key (org_id, evaluation_id) references evaluation (org_id, id),
  foreign key (org_id, evaluation_bid_id) references evaluation_bid (org_id, id),
  foreign key (org_id, criterion_id) references solicitation_criterion (org_id, id)
);
select levee_secure('evaluation_consensus');
create index evaluation_consensus_of on evaluation_consensus (org_id, evaluation_id);

-- Interviews held, and rounds of best and final offers: who was asked, what came back (percent off each unit price), when.
create table evaluation_round (
  org_id uuid not null,
  id uuid not null,
  evaluation_id uuid not null,
  kind text not null check (kind in ('interview', 'best_and_final')),
  round_no int not null,
  evaluation_bid_id uuid not null,
  held_on date not null,
  note text not null check (note <> ''),
  percent_off numeric(7,4) check (percent_off >= 0 and percent_off < 100),
  recorded_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, evaluation_id) references evaluation (org_id, id),
  foreign key (org_id, evaluation_bid_id) references evaluation_bid (org_id, id),
  check ((kind = 'best_and_final') = (percent_off is not null))
);
select levee_secure('evaluation_round');
create index evaluation_round_of on evaluation_round (org_id, evaluation_id);
revoke update, delete on evaluation_round from levee_app;

-- One way to award: its rules, the case as it was solved, the answer with its bound, and what each rule costs.
create table award_scenario (
  org_id uuid not null,
  id uuid not null,
  evaluation_id uuid not null,
  name text not null check (name <> ''),
  kind text not null check (kind in ('lowest', 'single', 'optimum', 'rules')),
  rules jsonb not null default '{}',
  status text not null default 'waiting' check (status in ('waiting', 'solving', 'optimal', 'stopped', 'infeasible', 'failed')),
  job_id uuid,
  problem jsonb not null,
  answer jsonb,
  rule_prices jsonb not null default '[]',
  created_by uuid not null,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, evaluation_id) references evaluation (org_id, id)
);
select levee_secure('award_scenario');
create index award_scenario_of on award_scenario (org_id, evaluation_id, created_at);

create table award (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  solicitation_id uuid not null,
  evaluation_id uuid,
  status text not null default 'intent' check (status in ('intent', 'held', 'final', 'withdrawn')),
  -- [{ vendorId, bidId, totalCents, lines: [{ itemId, quantity, unitPrice, amountCents }] }]
  parts jsonb not null,
  total_cents bigint not null check (total_cents >= 0),
  basis text not null default '',
  posted_by uuid,
  posted_at timestamptz not null,
  -- The window: until when a protest is timely, by which dated rule.
  window_ends_at timestamptz not null,
  window_rule jsonb not null,
  finalised_by uuid,
  finalised_at timestamptz,
  ended_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id),
  foreign key (org_id, evaluation_id) references evaluation (org_id, id)
);
select levee_secure('award');
create unique index award_live on award (org_id, solicitation_id) where status <> 'withdrawn';
create index award_created on award (org_id, created_at desc nulls first, id desc nulls first);

create table award_order (
  org_id uuid not null,
  id uuid not null,
  award_id uuid not null,
  purchase_order_id uuid not null,
  vendor_id uuid not null,
  primary key (org_id, id),
  unique (org_id, purchase_order_id),
  foreign key (org_id, award_id) references award (org_id, id),
  foreign key (org_id, purchase_order_id) references purchase_order (org_id, id)
);
select levee_secure('award_order');
create index award_order_of on award_order (org_id, award_id);

-- What each bidder was told, with the debrief; never changed.
create table award_notice (
  org_id uuid not null,
  id uuid not null,
  solicitation_id uuid not null,
  award_id uuid,
  vendor_id uuid not null,
  kind text not null check (kind in ('intent', 'not_selected', 'awarded', 'cancelled', 'no_award', 'withdrawn')),
  title text not null,
  text text not null,
  debrief jsonb not null default '{}',
  protest_until timestamptz,
  sent_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id),
  foreign key (org_id, award_id) references award (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id)
);
select levee_secure('award_notice');
revoke update, delete on award_notice from levee_app;
create index award_notice_of on award_notice (org_id, solicitation_id);
create index award_notice_vendor on award_notice (org_id, vendor_id, sent_at desc);

create table protest (
  org_id uuid not null,
  id uuid not null,
  number text not null,
  solicitation_id uuid not null,
  award_id uuid not null,
  vendor_id uuid not null,
  identity_id uuid not null,
  status text not null default 'filed' check (status in ('filed', 'under_review', 'dismissed', 'denied', 'sustained', 'appealed', 'upheld', 'reversed', 'withdrawn')),
  grounds text not null check (grounds <> ''),
  relief text not null default '',
  filed_by uuid not null,
  filed_by_name text not null,
  filed_at timestamptz not null,
  timely boolean not null,
  stay boolean not null,
  stay_override_reason text,
  decision text,
  remedy text check (remedy in ('re_evaluate', 're_solicit')),
  decided_by uuid,
  decided_at timestamptz,
  decide_by date not null,
  appeal_until timestamptz,
  appeal_grounds text,
  appealed_at timestamptz,
  appeal_decision text,
  appeal_decided_by uuid,
  appeal_decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id),
  foreign key (org_id, award_id) references award (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  check (status not in ('denied', 'sustained') or (decision is not null and decided_by is not null))
);
select levee_secure('protest');
create index protest_of on protest (org_id, solicitation_id);
create index protest_created on protest (org_id, created_at desc nulls first, id desc nulls first);
create index protest_identity on protest (identity_id, filed_at desc);

-- A vendor reads its own notices and protests, and nothing of an evaluation.
create policy own_notice on award_notice for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
grant select on award_notice to levee_vendor;
create policy own_protest on protest for select to levee_vendor using (identity_id = any (levee_vendors()));
grant select (org_id, id, number, solicitation_id, award_id, vendor_id, identity_id, status, grounds, relief, filed_by_name, filed_at, timely, stay, decision, remedy, decided_at, decide_by, appeal_until, appeal_grounds, appealed_at, appeal_decision, appeal_decided_at, version) on protest to levee_vendor;
