-- What a letter brings beside its text. It is put together on the way out.
alter table mail
  -- Where answers go; null: to the sender.
  add column reply_to text,
  -- A copy of a notification, which the person may turn off: it carries the headers of a list.
  add column notice boolean not null default false,
  -- An appointment, for the calendar of whoever gets the letter.
  add column appointment jsonb,
  -- The mail server refused its papers: they go out as links.
  add column links_only boolean not null default false,
  -- What happened to its papers on the way out, for administrators.
  add column delivery_note text;

-- Stored files that go out with a letter; the content is read when it is sent.
create table mail_paper (
  org_id uuid not null,
  id uuid not null,
  -- The letter, in whose transaction the row is written; letters are global, some of no agency.
  mail_id uuid not null,
  position int not null,
  name text not null,
  -- Null while it is still to be made, and where it could not be.
  file_id uuid,
  -- awaited: its maker has not made it yet; failed: the letter says that it could not be made.
  state text not null default 'ready' check (state in ('awaited', 'ready', 'failed')),
  -- Who makes it (`purchase_order`), of which record.
  maker text,
  made_of uuid,
  -- When its maker is asked next, and how often it was.
  due_at timestamptz,
  tries int not null default 0,
  primary key (org_id, id),
  unique (org_id, mail_id, position),
  foreign key (org_id, file_id) references stored_file (org_id, id),
  check (state <> 'ready' or file_id is not null),
  check (state <> 'awaited' or (maker is not null and made_of is not null))
);
create index mail_paper_mail on mail_paper (mail_id);
create index mail_paper_file on mail_paper (org_id, file_id);
create index mail_paper_due on mail_paper (due_at) where state = 'awaited';
select levee_secure('mail_paper');
create policy sending on mail_paper to levee_identity using (true) with check (true);
grant select, update on mail_paper to levee_identity;

-- A link to a paper, in a letter that is too large or whose papers were refused. The secret is in the letter alone.
create table mail_paper_link (
  org_id uuid not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  paper_id uuid not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, digest),
  foreign key (org_id, paper_id) references mail_paper (org_id, id) on delete cascade
);
create unique index mail_paper_link_digest on mail_paper_link (digest);
create index mail_paper_link_paper on mail_paper_link (org_id, paper_id);
alter table mail_paper_link enable row level security;
alter table mail_paper_link force row level security;
create policy sending on mail_paper_link to levee_identity using (true) with check (true);
grant select, insert on mail_paper_link to levee_identity;

-- Administrators see what became of their agency's letters; text and links of letters stay unread.
create policy agency_letters on mail for select to levee_app using (org_id = (select levee_org()));
grant select (org_id, id, kind, to_address, subject, attempts, next_attempt_at, sent_at, failed_at, last_error, delivery_note, created_at) on mail to levee_app;
create index mail_agency on mail (org_id, created_at desc);
