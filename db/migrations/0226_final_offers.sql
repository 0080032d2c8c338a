-- Best and final offers: the chair of an evaluation asks chosen bidders; what they answer lies under seal until the due instant has passed.
create table final_offer_round (
  org_id uuid not null,
  id uuid not null,
  evaluation_id uuid not null,
  solicitation_id uuid not null,
  round_no int not null check (round_no > 0),
  note text not null default '',
  due_at timestamptz not null,
  asked_by uuid not null,
  asked_at timestamptz not null,
  opened_at timestamptz,
  ended_at timestamptz,
  ended_reason text,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, evaluation_id, round_no),
  foreign key (org_id, evaluation_id) references evaluation (org_id, id),
  foreign key (org_id, solicitation_id) references solicitation (org_id, id),
  check (opened_at is null or ended_at is null),
  check ((ended_at is null) = (ended_reason is null))
);
select levee_secure('final_offer_round');
create unique index final_offer_round_live on final_offer_round (org_id, evaluation_id) where opened_at is null and ended_at is null;
create index final_offer_round_due on final_offer_round (org_id, due_at) where opened_at is null and ended_at is null;

-- Who is asked, by bid.
create table final_offer (
  org_id uuid not null,
  id uuid not null,
  round_id uuid not null,
  bid_id uuid not null,
  vendor_id uuid not null,
  identity_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, round_id, bid_id),
  foreign key (org_id, round_id) references final_offer_round (org_id, id),
  foreign key (org_id, bid_id) references bid (org_id, id),
  foreign key (org_id, vendor_id) references vendor (org_id, id)
);
select levee_secure('final_offer');
revoke update, delete on final_offer from levee_app;
create index final_offer_identity on final_offer (identity_id, created_at desc);

-- One row per answer that came; the last one before the due instant counts. The key store alone holds its key.
create table final_offer_envelope (
  org_id uuid not null,
  id uuid not null,
  offer_id uuid not null,
  identity_id uuid not null,
  revision int not null check (revision > 0),
  state text not null default 'sealed' check (state in ('sealed', 'erasing', 'erased', 'opened', 'failed')),
  sha256 text not null,
  size bigint not null,
  manifest jsonb not null,
  server_part text,
  submitted_by uuid,
  submitted_by_name text not null,
  received_at timestamptz not null,
  opened_at timestamptz,
  failure text,
  note text not null default '',
  primary key (org_id, id),
  unique (org_id, offer_id, revision),
  foreign key (org_id, offer_id) references final_offer (org_id, id)
);
select levee_secure('final_offer_envelope');
create unique index final_offer_envelope_live on final_offer_envelope (org_id, offer_id) where state in ('sealed', 'opened', 'failed');
create index final_offer_envelope_erasing on final_offer_envelope (org_id, id) where state = 'erasing';

-- What a final offer says, once it is open: unit prices that take the place of the bid's.
create table final_offer_line (
  org_id uuid not null,
  id uuid not null,
  offer_id uuid not null,
  item_id uuid not null,
  unit_price numeric(18, 4) not null check (unit_price >= 0),
  primary key (org_id, id),
  unique (org_id, offer_id, item_id),
  foreign key (org_id, offer_id) references final_offer (org_id, id),
  foreign key (org_id, item_id) references solicitation_item (org_id, id)
);
select levee_secure('final_offer_line');
revoke update, delete on final_offer_line from levee_app;

-- As with bids: until the opening only the vendor's own person and the system see whether anything came.
create policy under_seal on final_offer_envelope as restrictive to levee_app using (opened_at is not null or (select levee_person()) is null or identity_id = any ((select levee_vendors())::uuid[]));
create policy own on final_offer for select to levee_vendor using (identity_id = any (levee_vendors()));
create policy own on final_offer_envelope for select to levee_vendor using (identity_id = any (levee_vendors()));
create policy asked on final_offer_round for select to levee_vendor using ((org_id, id) in (select f.org_id, f.round_id from final_offer f));
grant select on final_offer to levee_vendor;
grant select (org_id, id, offer_id, identity_id, revision, state, sha256, size, submitted_by_name, received_at, opened_at, failure, note) on final_offer_envelope to levee_vendor;
grant select (org_id, id, solicitation_id, round_no, note, due_at, asked_at, opened_at, ended_at, ended_reason) on final_offer_round to levee_vendor;

-- A percentage off every price, as recorded before vendors made their own final offers, stays as text of what was recorded.
update evaluation_round set note = note || ' (' || percent_off || ' % off every price)' where percent_off is not null;
alter table evaluation_round drop column percent_off;

-- A substitute is named after the scores were locked, because the panel had fallen below its quorum.
alter table evaluation_member add column substitute_since timestamptz;

-- The agency's list of protests: by when they were filed, by when they are to be decided.
create index protest_filed on protest (org_id, filed_at desc nulls first, id desc nulls first);
create index protest_decide_by on protest (org_id, decide_by, id);
create index protest_numbered on protest (org_id, number, id);
