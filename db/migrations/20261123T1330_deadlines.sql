-- The one register of days that follow from records and rules, of whatever area.
create table deadline (
  org_id uuid not null references organization (id),
  id uuid not null,
  -- The record that it belongs to, and which of its days it is.
  source_type text not null check (length(source_type) between 1 and 60),
  source_id uuid not null,
  key text not null check (length(key) between 1 and 80),
  source_number text not null,
  link text not null,
  title text not null check (length(title) between 1 and 200),
  -- How the day follows, in words, and the rule that says so.
  follows text not null,
  citation text not null default '',
  due_on date not null,
  -- Who looks after it; without one, or once they have left, whoever has the duty.
  owner_id uuid,
  duty text,
  -- Somebody gave it to this owner: the record does not take it back.
  assigned boolean not null default false,
  -- So many days ahead the owner is told.
  notices int[] not null default '{}',
  -- A person may say that it is done; otherwise only the record ends it.
  by_hand boolean not null default true,
  status text not null default 'open' check (status in ('open', 'met', 'lapsed', 'dropped')),
  note text not null default '',
  done_at timestamptz,
  done_by uuid,
  lapsed_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, source_type, source_id, key)
);
create index deadline_due on deadline (org_id, due_on, id);
create index deadline_owner on deadline (org_id, owner_id, due_on) where status in ('open', 'lapsed');
select levee_secure('deadline');

-- Which notice of which day went out: each once.
create table deadline_notice (
  org_id uuid not null,
  deadline_id uuid not null,
  due_on date not null,
  days int not null,
  told_at timestamptz not null default clock_timestamp(),
  primary key (org_id, deadline_id, due_on, days),
  foreign key (org_id, deadline_id) references deadline (org_id, id)
);
select levee_secure('deadline_notice');

-- A person's own calendar of deadlines, for another program: only the digest of its address is kept.
create table deadline_feed (
  org_id uuid not null references organization (id),
  person_id uuid not null,
  digest text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, person_id)
);
select levee_secure('deadline_feed');
