-- The agency's clauses: text, what may be agreed to instead and by whom, and the rule of law that asks for it.
create table clause (
  org_id uuid not null references organization (id),
  id uuid not null,
  definition_id uuid not null,
  version_no int not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'published', 'retired')),
  published_at timestamptz,
  published_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('money', 'performance', 'liability', 'insurance', 'termination', 'labor', 'records', 'federal', 'general')),
  -- The dated rule (clause.*) that this clause meets; null for one of the agency's own choice.
  rule_key text check (rule_key ~ '^clause\.'),
  citation text not null default '',
  text text not null default '',
  -- Whether the other side may propose another text; else it may remark only.
  changeable boolean not null default true,
  -- [{ text, by }], the first is the first fallback; by: buyer, contract_manager or counsel.
  fallbacks jsonb not null default '[]',
  primary key (org_id, id),
  unique (org_id, definition_id, version_no)
);
select levee_secure('clause');
select levee_definition('clause');
create index clause_of_rule on clause (org_id, rule_key) where status = 'published';

-- The clauses of a contract, each pinned to the version that it began with.
create table contract_clause (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  -- The amendment that brings it: it belongs to the contract once that is applied.
  amendment_id uuid,
  clause_id uuid not null,
  definition_id uuid not null,
  position int not null,
  -- As it stands between both sides; at first the text of its version.
  text text not null,
  source text not null default 'library' check (source in ('library', 'fallback', 'negotiated')),
  fallback_rank int,
  added_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique nulls not distinct (org_id, contract_id, definition_id, amendment_id),
  foreign key (org_id, contract_id) references contract (org_id, id),
  foreign key (org_id, amendment_id) references contract_amendment (org_id, id),
  foreign key (org_id, clause_id) references clause (org_id, id),
  check ((source = 'fallback') = (fallback_rank is not null))
);
select levee_secure('contract_clause');
create index contract_clause_of on contract_clause (org_id, contract_id, position);

-- What was sent to the vendor: terms and clauses, fixed by their SHA-256 over canonical JSON. It never changes.
create table negotiation_round (
  org_id uuid not null,
  id uuid not null,
  contract_id uuid not null,
  vendor_id uuid not null,
  round_no int not null check (round_no > 0),
  status text not null default 'sent' check (status in ('sent', 'answered', 'settled', 'withdrawn')),
  contract_number text not null,
  contract_title text not null,
  -- { contract, round, terms, clauses }; sha256 is the hex digest of its canonical JSON.
  content jsonb not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  message text not null default '',
  answer_by date not null,
  sent_by uuid,
  sent_at timestamptz not null,
  answered_by uuid,
  answered_at timestamptz,
  -- What the vendor says of the whole, and the digest of its answer.
  remark text not null default '',
  answer_sha256 text check (answer_sha256 ~ '^[0-9a-f]{64}$'),
  ended_at timestamptz,
  ended_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, contract_id, round_no),
  foreign key (org_id, contract_id) references contract (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id),
  check ((status in ('answered', 'settled')) = (answer_sha256 is not null) or status = 'withdrawn')
);
select levee_secure('negotiation_round');
revoke update, delete on negotiation_round from levee_app;
grant update (status, answered_by, answered_at, remark, answer_sha256, ended_at, ended_reason, version, updated_at) on negotiation_round to levee_app;
-- One round at a time is open.
create unique index negotiation_round_open on negotiation_round (org_id, contract_id) where status in ('sent', 'answered');
create index negotiation_round_vendor on negotiation_round (org_id, vendor_id, sent_at desc);

-- The vendor's answer to one clause of a round, and what we decided of it.
create table negotiation_answer (
  org_id uuid not null,
  id uuid not null,
  round_id uuid not null,
  contract_clause_id uuid not null,
  answer text not null check (answer in ('accept', 'text', 'remark')),
  text text not null default '',
  remark text not null default '',
  decision text check (decision in ('accepted', 'refused', 'countered')),
  counter_text text,
  fallback_rank int,
  note text not null default '',
  decided_by uuid,
  decided_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, round_id, contract_clause_id),
  foreign key (org_id, round_id) references negotiation_round (org_id, id),
  check ((decision is null) = (decided_at is null)),
  check ((decision = 'countered') = (counter_text is not null) or decision is null and counter_text is null)
);
select levee_secure('negotiation_answer');
revoke update, delete on negotiation_answer from levee_app;
grant update (decision, counter_text, fallback_rank, note, decided_by, decided_at, version, updated_at) on negotiation_answer to levee_app;

-- A file that the vendor sent back, with its text beside what we sent.
create table negotiation_file (
  org_id uuid not null,
  id uuid not null,
  round_id uuid not null,
  file_id uuid not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  name text not null,
  -- Why its text cannot be searched or compared; null where it can.
  unsearchable text,
  -- Where its text differs from what we sent, amounts, dates and negations first; null where it was not compared.
  changes jsonb,
  sent_by uuid,
  sent_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, round_id, sha256, name),
  foreign key (org_id, round_id) references negotiation_round (org_id, id),
  foreign key (org_id, file_id) references stored_file (org_id, id)
);
select levee_secure('negotiation_file');
revoke update, delete on negotiation_file from levee_app;

-- A vendor sees that a round was sent to it; what stands in it is read for it, after its hash was recomputed.
create policy own on negotiation_round for select to levee_vendor using ((org_id, vendor_id) in (select org_id, id from vendor));
grant select (org_id, id, vendor_id, round_no, status, contract_number, contract_title, answer_by, sent_at, answered_at) on negotiation_round to levee_vendor;
