-- What the virus scanner said of a content, whichever agencies hold it: a content is known by its hash alone. Global.
-- A content without a row was never looked at.
create table file_look (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  -- waiting: nobody gets it until the scanner answers; unscanned: kept from before there was a scanner, given out meanwhile;
  -- unscannable: the scanner answers for others and not for this one, so nobody gets it.
  state text not null check (state in ('waiting', 'clean', 'infected', 'unscannable', 'unscanned')),
  -- What the scanner found.
  signature text,
  asked_at timestamptz not null default clock_timestamp(),
  looked_at timestamptz,
  -- When it is looked at next; null: not again.
  due_at timestamptz,
  tries int not null default 0,
  check ((state = 'infected') = (signature is not null))
);
create index file_look_held on file_look (state) where state in ('waiting', 'infected', 'unscannable');
create index file_look_due on file_look (due_at) where due_at is not null;
alter table file_look enable row level security;
alter table file_look force row level security;
create policy operation on file_look to levee_app using (true) with check (true);
grant select, insert, update, delete on file_look to levee_app;

-- When those concerned were told that the file was refused.
alter table stored_file add column refusal_told_at timestamptz;

-- A scanner that does not answer is an alarm.
alter table operation_alarm drop constraint operation_alarm_kind_check;
alter table operation_alarm add constraint operation_alarm_kind_check check (kind in ('clock', 'disk', 'scanner'));
